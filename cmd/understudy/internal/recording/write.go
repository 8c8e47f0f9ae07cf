package recording

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"understudy/cmd/understudy/internal/atomicfile"
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
		text, err = []byte("expectations:\n"), nil
	}
	if err != nil {
		return err
	}
	if have, _ := expectation.Parse(text); hasID(have, d.Expects) {
		return nil
	}
	row := fmt.Sprintf("  - id: %s\n    says: the deployment responds as it did when this was recorded\n    source: recorded exchanges\n", d.Expects)
	grown := strings.TrimRight(string(text), "\n") + "\n" + row
	if have, wrong := expectation.Parse([]byte(grown)); wrong != nil || !hasID(have, d.Expects) {
		return fmt.Errorf("the expectation %q cannot be added to %s: add it at the end of the list yourself:\n%s", d.Expects, file, row)
	}
	return atomicfile.Write(file, []byte(grown), 0o644)
}

func hasID(all []expectation.Expectation, id string) bool {
	for _, e := range all {
		if e.ID == id {
			return true
		}
	}
	return false
}
