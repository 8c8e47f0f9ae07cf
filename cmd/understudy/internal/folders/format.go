package folders

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"understudy/spec/atomicfile"
	"understudy/steps"
	"understudy/steps/language"
)

// Format formats the feature files below the folders, and prints the name of each file
// whose layout is another one. With check it writes nothing. It returns true where all
// files have the usual layout. A file that cannot be formatted stays as it is: the error
// names all of them.
func Format(w io.Writer, names []string, check bool) (formatted bool, err error) {
	opened, err := Open(names)
	if err != nil {
		return false, err
	}
	formatted = true
	var failed []error
	for _, folder := range opened {
		files, err := featuresOf(folder)
		if err != nil {
			return false, err
		}
		for _, file := range files {
			changed, err := formatFile(file, check)
			if err != nil {
				failed = append(failed, fmt.Errorf("%s: %w", file, err))
			}
			if !changed {
				continue
			}
			formatted = false
			if _, err := fmt.Fprintln(w, file); err != nil {
				return false, err
			}
		}
	}
	return formatted, errors.Join(failed...)
}

// featuresOf lists the feature files of a folder.
func featuresOf(folder steps.Folder) (files []string, err error) {
	err = fs.WalkDir(folder.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(name) == ".feature" {
			files = append(files, filepath.Join(folder.Name, filepath.FromSlash(name)))
		}
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("no feature file in the folder %s: understudy new feature writes one to start from", folder.Name)
	}
	return files, err
}

// formatFile reports whether a file has another layout than the usual one, and gives it
// that, unless it is only checked. A link to a file stays one.
func formatFile(file string, check bool) (changed bool, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return false, err
	}
	const byteOrderMark = "\ufeff"
	rest, marked := strings.CutPrefix(string(text), byteOrderMark)
	formatted, err := language.Format(rest)
	if err != nil || formatted == rest || check {
		return err == nil && formatted != rest, err
	}
	if marked {
		formatted = byteOrderMark + formatted
	}
	info, err := os.Stat(file)
	if err != nil {
		return false, err
	}
	if err := atomicfile.Write(file, []byte(formatted), info.Mode().Perm()); err != nil {
		return false, err
	}
	return true, nil
}
