package feature

import (
	"fmt"
	"io/fs"
	"os"
)

// Folder is a folder with feature files. Its name stands before those of its
// files wherever one is shown.
type Folder struct {
	Name  string
	Files fs.FS

	builtIn bool
}

// OpenFolder opens a folder of the disk.
func OpenFolder(name string) (Folder, error) {
	info, err := os.Stat(name)
	if err != nil {
		return Folder{}, fmt.Errorf("%w: name a folder with .feature files", err)
	}
	if !info.IsDir() {
		return Folder{}, fmt.Errorf("%s is no folder: name the folder that holds the .feature files", name)
	}
	return Folder{Name: name, Files: os.DirFS(name)}, nil
}

// Embedded is a folder of features that are built in: what is run of them is
// reported without a file.
func Embedded(name string, files fs.FS) Folder { return Folder{name, files, true} }
