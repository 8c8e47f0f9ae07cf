// Package starter writes files to start from: a target file with every key explained,
// a fixture file with a row of every kind, and a feature that runs without changes.
package starter

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"understudy/spec/atomicfile"
)

// Target is the target file to fill in.
//
//go:embed target.yaml
var Target []byte

// Fixtures is a fixture file to change.
//
//go:embed fixtures.yaml
var Fixtures []byte

// Write writes a target file or a fixture file that only its owner can read, as
// tokens may be added to it. Only force overwrites an existing file.
func Write(name string, text []byte, force bool) error {
	if force {
		return atomicfile.WriteSecret(name, text)
	}
	if err := atomicfile.Check(name); err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists already: name another file, or add --force to overwrite it", name)
	}
	if err != nil {
		return fmt.Errorf("cannot write the template: %w", err)
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Close())
}
