// Package folders opens folders with a user's feature files, and reports problems in
// them.
package folders

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"understudy/cmd/understudy/internal/shell"
	"understudy/steps"
)

// Open opens the folders with these names.
func Open(names []string) (opened []steps.Folder, err error) {
	for _, name := range names {
		folder, err := steps.OpenFolder(name)
		if err != nil {
			return nil, err
		}
		opened = append(opened, folder)
	}
	return opened, nil
}

// WarnOfOldSteps reports how many steps of the folders are in the words of an earlier
// release. The names are those that the folders were opened with.
func WarnOfOldSteps(names []string, opened []steps.Folder, stderr io.Writer) error {
	if len(opened) == 0 {
		return nil
	}
	faults, err := steps.Lint(steps.Options{Folders: opened})
	if err != nil {
		return err
	}
	old := len(slices.DeleteFunc(faults, func(f steps.Fault) bool { return !f.Old }))
	if old > 0 {
		var words []string
		for _, name := range names {
			words = append(words, shell.Word(name))
		}
		fmt.Fprintf(stderr, "steps in the words of an earlier release: %d; understudy lint %s shows the new words\n", old, strings.Join(words, " "))
	}
	return nil
}
