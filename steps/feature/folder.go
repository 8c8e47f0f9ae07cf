package feature

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"understudy/steps/expectation"
)

// Folder is a folder with feature files. Its name comes before those of its
// files wherever they are shown.
type Folder struct {
	Name  string
	Files fs.FS

	builtIn bool
	// above is the file of expectations on disk that counts where Files have none; empty
	// without one.
	above string
}

// ExpectationsFile returns the file of expectations for the features of a folder on disk: the
// one in the folder, or else the nearest above it, up to a top folder. Where there is none,
// it is the one that the folder could have.
func ExpectationsFile(folder, top string) string {
	own := filepath.Join(folder, expectation.FileName)
	for dir := filepath.Clean(folder); isWithin(dir, top); dir = filepath.Join(dir, "..") {
		file := filepath.Join(dir, expectation.FileName)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file
		}
		if dir == filepath.Join(dir, "..") {
			break
		}
	}
	return own
}

// isWithin reports whether a folder is the top folder or below it.
func isWithin(folder, top string) bool {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return false
	}
	if top, err = filepath.Abs(top); err != nil {
		return false
	}
	below, err := filepath.Rel(top, folder)
	return err == nil && filepath.IsLocal(below)
}

// Expectations returns the text of the folder's file of expectations, and its name; the text
// is nil where there is none. A folder on disk without one has that of the nearest folder above
// it, up to the current one.
func (f Folder) Expectations() (text []byte, name string, err error) {
	name = path.Join(f.Name, expectation.FileName)
	if info, err := fs.Stat(f.Files, expectation.FileName); err == nil && !info.Mode().IsRegular() {
		return nil, name, fmt.Errorf("%s is no regular file: replace it", name)
	}
	text, err = fs.ReadFile(f.Files, expectation.FileName)
	err = within(f, expectation.FileName, err)
	if errors.Is(err, fs.ErrNotExist) && f.above != "" {
		name = f.above
		text, err = os.ReadFile(f.above)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, name, nil
	}
	return text, name, err
}

// OpenFolder opens a folder on disk, or a single feature file: a folder without
// other files.
func OpenFolder(name string) (Folder, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return Folder{}, fmt.Errorf("%w: name a .feature file, or a folder with some", err)
	case info.IsDir():
		return Folder{Name: name, Files: os.DirFS(name), above: ExpectationsFile(name, ".")}, nil
	case path.Ext(name) != ".feature" || !info.Mode().IsRegular():
		return Folder{}, fmt.Errorf("%s is neither a folder nor a .feature file: name a .feature file, or the folder that holds some", name)
	}
	dir, file := filepath.Split(filepath.Clean(name))
	dir = filepath.Clean(dir)
	return Folder{Name: dir, Files: oneFile{os.DirFS(dir), file}, above: ExpectationsFile(dir, ".")}, nil
}

// oneFile presents a folder as if it contained one file only.
type oneFile struct {
	fs.FS
	name string
}

// ReadDir lists the one file in the folder itself.
func (f oneFile) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(f.FS, name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() != f.name }), err
}

// Embedded returns a folder of built-in features: their results are reported
// without a file.
func Embedded(name string, files fs.FS) Folder {
	return Folder{Name: name, Files: files, builtIn: true}
}
