package starter

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"understudy/cmd/understudy/internal/shell"
	"understudy/spec/pattern"
)

//go:embed scenario.feature
var featureTemplate string

// Feature is a feature file to write.
type Feature struct {
	// Name is the name of the feature, Tag the same in kebab-case.
	Name, Tag string
	folder    string
}

var notPlain = pattern.Lazy(`[^a-z0-9]+`)

// NewFeature returns a feature of that name in a folder, which is created where it is
// missing.
func NewFeature(name, folder string) (Feature, error) {
	f := Feature{Name: strings.TrimSpace(name), Tag: strings.Trim(notPlain().ReplaceAllString(strings.ToLower(name), "-"), "-"), folder: folder}
	switch {
	case f.Tag == "":
		return f, fmt.Errorf("the name %q has no letter from a to z: give a few words, like 'paging of invitations'", name)
	case strings.ContainsAny(name, "\r\n"):
		return f, errors.New("the name has more than one line: give a few words, like 'paging of invitations'")
	}
	return f, nil
}

// File is the path of the file.
func (f Feature) File() string { return filepath.Join(f.folder, f.Tag+".feature") }

// Lint is the command that reports problems in the folder.
func (f Feature) Lint() string { return "understudy lint " + shell.Word(f.folder) }

// Verify is the command that runs the feature.
func (f Feature) Verify() string {
	return fmt.Sprintf("understudy verify --features %s --tags @%s --format progress", shell.Word(f.folder), f.Tag)
}

var featureText = template.Must(template.New("feature").Parse(featureTemplate))

// Write writes the file. One that exists is an error.
func (f Feature) Write() error {
	if err := os.MkdirAll(f.folder, 0o755); err != nil {
		return fmt.Errorf("--dir: %w", err)
	}
	file, err := os.OpenFile(f.File(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists already: give another name, or another --dir", f.File())
	}
	if err != nil {
		return fmt.Errorf("cannot write the feature: %w", err)
	}
	return errors.Join(featureText.Execute(file, f), file.Close())
}
