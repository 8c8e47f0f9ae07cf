// Package atomicfile writes files atomically: a file appears under its name only when
// it is complete.
package atomicfile

import (
	"fmt"
	"os"
	"path/filepath"
)

// Write writes a file, and replaces an existing one of the same name.
func Write(name string, text []byte, mode os.FileMode) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*") // mode 0600
	if err != nil {
		return fmt.Errorf("cannot write into the folder of %s: name one that exists: %w", name, err)
	}
	_, err = tmp.Write(text)
	if err == nil {
		err = tmp.Chmod(mode)
	}
	if closing := tmp.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
		return fmt.Errorf("cannot write %s: %w", name, err)
	}
	return nil
}

// WriteSecret writes a file that only its owner can read.
func WriteSecret(name string, text []byte) error { return Write(name, text, 0o600) }
