package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// clientPages show files of deploy that .ci/npm-test and .ci/python-test run, each below
// a comment with its name.
var clientPages = []string{"../../docs/clients.md", "../../deploy/npm/README.md"}

var shownFile = regexp.MustCompile("(?s)<!-- ([a-z]+/[a-z/_.]+) -->\n```([a-z]+)\n(.*?)```\n")

func TestTheClientPagesShowTheFilesThatAreRun(t *testing.T) {
	for _, page := range clientPages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		want := shownFile.ReplaceAllFunc(text, func(block []byte) []byte {
			n++
			name := shownFile.FindSubmatch(block)
			file, err := os.ReadFile(filepath.Join("..", "..", "deploy", string(name[1])))
			if err != nil {
				t.Fatal(err)
			}
			return []byte("<!-- " + string(name[1]) + " -->\n```" + string(name[2]) + "\n" + string(file) + "```\n")
		})
		if n < 5 {
			t.Errorf("%s shows %d files", page, n)
		}
		if *update {
			if err := os.WriteFile(page, want, 0o644); err != nil {
				t.Fatal(err)
			}
		} else if !bytes.Equal(text, want) {
			t.Errorf("%s does not show the files as they are, from here on: %s: run make docs", page, firstOther(string(text), string(want)))
		}
	}
}

var operationID = regexp.MustCompile(`operationId: (\S+)`)

// TestTheTypesForNPMHaveEveryOperation finds what is missing without npm; .ci/npm-test
// compares the types with the document.
func TestTheTypesForNPMHaveEveryOperation(t *testing.T) {
	document, err := os.ReadFile("../../server/control/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	types, err := os.ReadFile("../../deploy/npm/src/control-document.ts")
	if err != nil {
		t.Fatal(err)
	}
	ids := operationID.FindAllSubmatch(document, -1)
	for _, id := range ids {
		if !bytes.Contains(types, []byte(`operations["`+string(id[1])+`"]`)) {
			t.Errorf("the types of the package for npm have no %s: run npm ci and npm run types in deploy/npm", id[1])
		}
	}
	if n := bytes.Count(types, []byte(`: operations["`)); n != len(ids) || n == 0 {
		t.Errorf("the types have %d operations, the document has %d", n, len(ids))
	}
}

// TestThePythonClientWorks runs its tests, which need no pytest.
func TestThePythonClientWorks(t *testing.T) {
	hasProgram(t, "python3")
	folder, err := filepath.Abs("../../deploy/python")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PYTHONPATH", folder)
	t.Setenv("PYTHONDONTWRITEBYTECODE", "1")
	understudy := filepath.Dir(commandFile(t))
	for dir, module := range map[string]string{"tests": "understudy_test", "examples": "topics_test"} {
		if out, err := runIn(t, filepath.Join(folder, dir), understudy, []string{"python3", "-m", "unittest", module}); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
}
