package server_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"understudy/spec/gap"
	"understudy/spec/promise"
)

// marks are the ids in the comments of the fake that begin with a word, such as
// Gap, each with the path of a file that has it.
func marks(t *testing.T, word string) map[string]string {
	t.Helper()
	comment := regexp.MustCompile(`(?m)(?:^\s*|[,}] *)// ` + word + ` ([a-z][a-z0-9-]*[a-z0-9](?:, [a-z][a-z0-9-]*[a-z0-9])*)`)
	found := map[string]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == "mutant" || path == "internal":
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		for _, m := range comment.FindAllStringSubmatch(string(text), -1) {
			for _, id := range strings.Split(m[1], ", ") {
				found[id] = path
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestEveryMarkNamesARow(t *testing.T) {
	for id, path := range marks(t, "Promise") {
		if _, ok := promise.ByID(id); !ok {
			t.Errorf("%s: there is no promise %s", path, id)
		}
	}
	for id, path := range marks(t, "Gap") {
		if _, ok := gap.ByID(id); !ok {
			t.Errorf("%s: there is no gap %s", path, id)
		}
	}
}

// TestARuleKeepsEveryPromise finds a marked rule or member of the fake for each promise.
func TestARuleKeepsEveryPromise(t *testing.T) {
	rules := marks(t, "Promise")
	for _, p := range promise.All {
		if rules[p.ID] == "" {
			t.Errorf("no rule of the fake is marked // Promise %s", p.ID)
		}
	}
}
