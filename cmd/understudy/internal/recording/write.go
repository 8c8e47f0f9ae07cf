package recording

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"understudy/spec/atomicfile"
	"understudy/steps/expectation"
)

// Write writes the draft into a folder that is made where it is missing, and adds its
// expectation to the folder's file of expectations. It returns the name of the feature
// file; one that exists is an error.
func (d *Draft) Write(folder string) (file string, err error) {
	file = filepath.Join(folder, d.Expects+".feature")
	if _, err := os.Stat(file); err == nil {
		return "", fmt.Errorf("%s exists already: give another --name, or another --dir", file)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("--dir: %w", err)
	}
	if err := d.expect(filepath.Join(folder, expectation.FileName)); err != nil {
		return "", err
	}
	return file, atomicfile.Write(file, []byte(d.String()), 0o644)
}

// expect adds the draft's expectation to a file of them.
func (d *Draft) expect(file string) error {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err != nil {
		return err
	}
	grown, err := expectation.Add(string(text), expectation.Expectation{ID: d.Expects, Says: "the deployment responds as it did when this was recorded", Source: "recorded exchanges"})
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return atomicfile.Write(file, []byte(grown), 0o644)
}
