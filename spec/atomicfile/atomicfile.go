// Package atomicfile writes files atomically: after a crash a file has either its old or
// its new content. The bytes are on the disk before they get the file's name, and the name
// is on the disk when a function returns. Where a path is a symbolic link, the file that it
// leads to is written.
//
// Start reading at Replace.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Unfinished is the end of the names of files that are not complete.
const Unfinished = ".unfinished"

// Write writes a file with a mode, and replaces an existing one.
func Write(path string, text []byte, mode os.FileMode) error {
	return Replace(path, mode, func(w io.Writer) error { _, err := w.Write(text); return err }, nil)
}

// WriteSecret writes a file that only its owner can read.
func WriteSecret(path string, text []byte) error { return Write(path, text, 0o600) }

// Replace writes a file under another name and then renames it. check, when not nil, is
// called with the other name before that: after an error the file stays as it was.
func Replace(path string, mode os.FileMode, write func(io.Writer) error, check func(written string) error) error {
	path, err := Follow(path)
	if err != nil {
		return err
	}
	file, err := Create(path)
	if err != nil {
		return err
	}
	err = write(file)
	if err == nil {
		err = file.Chmod(mode)
	}
	if err == nil {
		err = file.Sync()
	}
	err = errors.Join(err, file.Close())
	if err == nil && check != nil {
		err = check(file.Name())
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return fmt.Errorf("cannot write %s, which is as it was: %w", path, err)
	}
	return syncFolder(filepath.Dir(path))
}

// Follow returns the file that symbolic links at a path lead to; it may not exist yet.
func Follow(path string) (string, error) {
	for range 40 {
		to, err := os.Readlink(path)
		if err != nil { // it is no link, or is not there
			return path, nil
		}
		if !filepath.IsAbs(to) {
			folder, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				return "", err
			}
			to = filepath.Join(folder, to)
		}
		path = to
	}
	return "", fmt.Errorf("%s: too many symbolic links: name the file itself", path)
}

// Create creates the unfinished file that is to replace another one, beside it. Only its
// owner can read it.
func Create(path string) (*os.File, error) {
	folder := filepath.Dir(path)
	if isFolder(path) {
		return nil, fmt.Errorf("%s is a folder: name a file", path)
	}
	if !isFolder(folder) {
		return nil, fmt.Errorf("there is no folder %s: make it first", folder)
	}
	file, err := os.CreateTemp(folder, "."+filepath.Base(path)+".*"+Unfinished)
	if err != nil {
		var at *fs.PathError
		if errors.As(err, &at) { // it names the unfinished file
			err = at.Err
		}
		return nil, fmt.Errorf("cannot write into the folder of %s: %w: name a file in a folder in which you may create files", path, err)
	}
	return file, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Put is Write where the folder allows it. A file that is mounted by itself, or that is not
// a regular file, can only be overwritten.
func Put(path string, text []byte, mode os.FileMode) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, text, mode)
	}
	err := Write(path, text, mode)
	if err != nil && os.WriteFile(path, text, mode) == nil {
		return nil
	}
	return err
}

// Check reports why Put could not write a file, and changes nothing.
func Check(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil // opening a pipe would wait for its reader
	}
	if file, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
		return file.Close()
	}
	path, err := Follow(path)
	if err != nil {
		return err
	}
	probe, err := Create(path)
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

func syncFolder(name string) error {
	if runtime.GOOS == "windows" { // where folders cannot be synced
		return nil
	}
	folder, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("cannot make the new name last: %w", err)
	}
	return errors.Join(folder.Sync(), folder.Close())
}
