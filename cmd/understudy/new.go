package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"understudy/spec/pattern"
)

//go:embed scenario.feature
var featureTemplate string

func newNew() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "new",
		Short: "Write scenarios of your own",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newNewFeature())
	return cmd
}

func newNewFeature() *cobra.Command {
	var folder string
	cmd := &cobra.Command{
		Use:     "feature NAME",
		Short:   "Write a feature file that runs as it is, to be changed",
		Example: "  understudy new feature 'What our client counts on'",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("give one name, in quotes where it has several words: understudy new feature 'paging of invitations'")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := newFeature(args[0], folder)
			if err != nil {
				return err
			}
			if err := f.write(); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "wrote %s, which runs as it is. Then\n\n  understudy steps     the words to write it in\n  %s\n  %s\n",
				f.file(), f.Lint(), f.Verify())
			return err
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().StringVar(&folder, "dir", "scenarios", "`FOLDER` that the file is written in, made where it is missing")
	completesFiles(cmd, "dir")
	return cmd
}

// feature is a feature file that is to be written.
type feature struct {
	// Name is what the feature is called, Tag that in kebab-case.
	Name, Tag string
	folder    string
}

var notPlain = pattern.Lazy(`[^a-z0-9]+`)

func newFeature(name, folder string) (feature, error) {
	f := feature{Name: strings.TrimSpace(name), Tag: strings.Trim(notPlain().ReplaceAllString(strings.ToLower(name), "-"), "-"), folder: folder}
	switch {
	case f.Tag == "":
		return f, fmt.Errorf("the name %q has no letter from a to z: give a few words, like 'paging of invitations'", name)
	case strings.ContainsAny(name, "\r\n"):
		return f, errors.New("the name has more than one line: give a few words, like 'paging of invitations'")
	}
	return f, nil
}

func (f feature) file() string { return filepath.Join(f.folder, f.Tag+".feature") }

// Lint and Verify are the commands that check the file.
func (f feature) Lint() string { return "understudy lint " + word(f.folder) }

func (f feature) Verify() string {
	return fmt.Sprintf("understudy verify --features %s --tags @%s --format progress", word(f.folder), f.Tag)
}

var plainWord = pattern.Lazy(`^[\w./-]+$`)

// word quotes a text as one word of a shell where it has to be.
func word(s string) string {
	if plainWord().MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

var featureText = template.Must(template.New("feature").Parse(featureTemplate))

func (f feature) write() error {
	if err := os.MkdirAll(f.folder, 0o755); err != nil {
		return fmt.Errorf("--dir: %w", err)
	}
	file, err := os.OpenFile(f.file(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists already: give another name, or another --dir", f.file())
	}
	if err != nil {
		return fmt.Errorf("cannot write the feature: %w", err)
	}
	return errors.Join(featureText.Execute(file, f), file.Close())
}
