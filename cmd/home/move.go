package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// The names that the files for releases and CI have until the repository has a host.
const (
	noHost         = "YOUR-HOST/YOUR-ORGANISATION/understudy"
	noRepository   = "YOUR-ORGANISATION/understudy"
	noOrganisation = "YOUR-ORGANISATION"
	noImage        = "YOUR-REGISTRY/understudy"
)

// A move is a change of the module path.
type move struct {
	from, to, image string
	paths           *regexp.Regexp
}

// newMove returns the change of the path of the module in a folder.
func newMove(folder, to, image string) (*move, error) {
	if err := module.CheckPath(to); err != nil || !strings.Contains(to, "/") {
		return nil, fmt.Errorf("%q is no path for a module: give a path that begins with a host, such as git.example.com/acme/understudy", to)
	}
	file := filepath.Join(folder, "go.mod")
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%w: run this in the repository's own folder", err)
	}
	from := modfile.ModulePath(text)
	if from == "" {
		return nil, fmt.Errorf("%s has no module line", file)
	}
	if from == to {
		return nil, fmt.Errorf("the module is %s already", to)
	}
	folders, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var top []string
	for _, f := range folders {
		if f.IsDir() {
			top = append(top, regexp.QuoteMeta(f.Name()))
		}
	}
	if image == "" {
		image = imageAt(to)
	}
	return &move{from, to, image, pathsOf(regexp.QuoteMeta(from), strings.Join(top, "|"))}, nil
}

// imageAt is the name of the image on the registry of a well-known host; "" where the host does
// not say which registry it has.
func imageAt(path string) string {
	host, name, _ := strings.Cut(path, "/")
	registry := map[string]string{"github.com": "ghcr.io", "gitlab.com": "registry.gitlab.com"}[host]
	if registry == "" {
		return ""
	}
	return registry + "/" + strings.ToLower(name)
}

// pathsOf matches the places of a module path in a text. understudy is a common
// word and a name of folders too, so that it only counts where nothing else can be
// meant: before one of the module's own folders, in the lines of a go.mod, in the
// flags of go mod edit, and as the start of a string.
func pathsOf(from, folders string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)(^|[^\w./-])(` + from + `)(/(?:` + folders + `)\b|/\.\.\.|/?"\+)` +
		`|((?:^|["\s(])(?:module|require|replace) |-require=|-replace=)(` + from + `)($|["@= ])`)
}

// untilHome matches what a document says of the repository until it has a home.
var untilHome = regexp.MustCompile(`(?s)<!-- Until the module path names a host: -->\n.*?\n<!-- Until then\. -->\n\n?`)

// in returns a text with the new names.
func (m *move) in(text []byte) []byte {
	text = untilHome.ReplaceAll(text, nil)
	text = m.paths.ReplaceAll(text, []byte("${1}${4}"+m.to+"${3}${6}"))
	for _, name := range [][2]string{{noHost, m.to}, {noRepository, m.repository()}, {noOrganisation, strings.SplitN(m.to, "/", 3)[1]}} {
		text = bytes.ReplaceAll(text, []byte(name[0]), []byte(name[1]))
	}
	if m.image != "" {
		text = bytes.ReplaceAll(text, []byte(noImage), []byte(m.image))
	}
	return text
}

// repository is the name of the repository on its host.
func (m *move) repository() string {
	_, name, _ := strings.Cut(m.to, "/")
	return name
}

// rewrite changes the texts in a folder, and returns the names of those that changed.
func (m *move) rewrite(folder string) (changed []string, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "bin" || d.Name() == "node_modules"):
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		new := m.in(text)
		if isOwn(folder, path) {
			new = m.inImports(text)
		}
		if !utf8.Valid(text) || bytes.Equal(text, new) {
			return nil
		}
		if filepath.Ext(path) == ".go" { // imports are sorted by their paths
			if new, err = format.Source(new); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
		changed = append(changed, path)
		return overwrite(path, new)
	})
	if err == nil && len(changed) == 0 {
		err = errors.New("nothing names the module")
	}
	return changed, err
}

// inImports returns a Go file with the new path in its imports only.
func (m *move) inImports(text []byte) []byte {
	imports := regexp.MustCompile(`(?m)^(\t|import )"` + regexp.QuoteMeta(m.from) + `(/[^"]*)?"$`)
	return imports.ReplaceAll(text, []byte(`${1}"`+m.to+`${2}"`))
}

// isOwn reports whether a file is one of this command, whose names of what it
// replaces stay, except in its imports.
func isOwn(folder, path string) bool {
	name, err := filepath.Rel(folder, path)
	return err == nil && filepath.Dir(name) == filepath.Join("cmd", "home")
}

// overwrite writes a file that there is, whose mode stays.
func overwrite(path string, text []byte) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, info.Mode().Perm())
}
