package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// licenseFile matches the names of the files that must be shipped with a program.
var licenseFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)(-[a-z0-9]+)?(\.md|\.txt)?$`)

// licensesHead explains licenses.txt; the texts follow it.
const licensesHead = `understudy is licensed under the Apache License, Version 2.0.

This program contains the libraries listed below. Each text applies to the libraries named above it. A path with a
version is a Go module: its source code is available from the repository of that path and from Go module proxies.
`

// TestTheLicensesAreThoseOfTheLibraries fails where a library in the program,
// its version or its license has changed since licenses.txt was written; -update
// writes it.
func TestTheLicensesAreThoseOfTheLibraries(t *testing.T) {
	texts := map[string][]string{} // the libraries with each text
	addModules(t, texts)
	addLicense(t, texts, filepath.Join(goEnv(t, "GOROOT"), "LICENSE"), "the Go standard library and runtime")
	addScripts(t, texts)
	want := licensesText(texts)
	if *update {
		write(t, "licenses.txt", want)
		return
	}
	if licenses != want {
		t.Error("licenses.txt is out of date: run make licenses")
	}
}

// licensesText writes the texts in the order of their first libraries.
func licensesText(texts map[string][]string) string {
	type part struct{ libraries, text string }
	var parts []part
	for text, libraries := range texts {
		slices.Sort(libraries)
		parts = append(parts, part{strings.Join(slices.Compact(libraries), "\n"), text})
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Or(cmp.Compare(a.libraries, b.libraries), cmp.Compare(a.text, b.text)) })
	var b strings.Builder
	b.WriteString(licensesHead)
	for _, p := range parts {
		b.WriteString("\n" + strings.Repeat("=", 80) + "\n" + p.libraries + "\n\n" + p.text + "\n")
	}
	return b.String()
}

// addModules adds the license files beside each package of the program, or above it
// in its module, for each platform: some modules are needed on only one.
func addModules(t *testing.T, texts map[string][]string) {
	t.Helper()
	found := map[string]bool{}
	for _, goos := range []string{"linux", "darwin", "windows"} {
		for _, p := range programPackages(t, goos) {
			if p.Module == nil || p.Module.Main {
				continue
			}
			name := p.Module.Path + " " + p.Module.Version
			for dir := p.Dir; strings.HasPrefix(dir, p.Module.Dir); dir = filepath.Dir(dir) {
				found[name] = addFolder(t, texts, dir, name) || found[name]
			}
		}
	}
	for name, ok := range found {
		if !ok {
			t.Errorf("%s has no license file", name)
		}
	}
}

// programPackage is what go list prints of a package in the program.
type programPackage struct {
	Dir    string
	Module *struct {
		Path, Version, Dir string
		Main               bool
	}
}

func programPackages(t *testing.T, goos string) (all []programPackage) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=Dir,Module", ".")
	cmd.Env = append(os.Environ(), "GOOS="+goos, "CGO_ENABLED=0")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p programPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// addFolder adds the license files of a folder, and reports whether it has any.
func addFolder(t *testing.T, texts map[string][]string, dir, library string) (any bool) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() && licenseFile.MatchString(e.Name()) {
			addLicense(t, texts, filepath.Join(dir, e.Name()), library)
			any = true
		}
	}
	return any
}

func addLicense(t *testing.T, texts map[string][]string, file, library string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))
	texts[plain] = append(texts[plain], library)
}

// addScripts adds the scripts of the console's pages and of the editor, whose files are named
// NAME-VERSION.min.js, with .gz where they are compressed. Beside each is its
// NAME-LICENSE, and further files where it has a notice or contains others.
func addScripts(t *testing.T, texts map[string][]string) {
	t.Helper()
	scripts, err := filepath.Glob("../../server/console/*/*.min.js*")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	scripts = append(scripts, "internal/workbench/editor/codemirror-6.min.js.gz")
	for _, script := range scripts {
		stem, _, _ := strings.Cut(script, ".min.js")
		i := strings.LastIndex(stem, "-")
		files, err := filepath.Glob(stem[:i] + "-[LN]*")
		if err != nil || !slices.Contains(files, stem[:i]+"-LICENSE") {
			t.Fatalf("%s has no license file: %v", script, err)
		}
		for _, file := range files {
			addLicense(t, texts, file, filepath.Base(stem[:i])+" "+stem[i+1:])
		}
	}
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
