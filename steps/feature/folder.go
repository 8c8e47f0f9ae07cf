package feature

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// Folder is a folder with feature files. Its name comes before those of its
// files wherever they are shown.
type Folder struct {
	Name  string
	Files fs.FS

	builtIn bool
}

// OpenFolder opens a folder on disk, or a single feature file: a folder without
// other files.
func OpenFolder(name string) (Folder, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return Folder{}, fmt.Errorf("%w: name a .feature file, or a folder with some", err)
	case info.IsDir():
		return Folder{Name: name, Files: os.DirFS(name)}, nil
	case path.Ext(name) != ".feature":
		return Folder{}, fmt.Errorf("%s is neither a folder nor a .feature file: name a .feature file, or the folder that holds some", name)
	}
	dir, file := filepath.Split(filepath.Clean(name))
	dir = filepath.Clean(dir)
	return Folder{Name: dir, Files: oneFile{os.DirFS(dir), file}}, nil
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
func Embedded(name string, files fs.FS) Folder { return Folder{name, files, true} }
