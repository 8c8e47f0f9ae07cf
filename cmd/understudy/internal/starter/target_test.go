package starter

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"understudy/fixtures"
	"understudy/steps/target"
)

// lookup has a value for every variable.
func lookup(name string) (string, bool) {
	if name == "BASE_URL" {
		return "http://127.0.0.1:8080", true
	}
	return "value of " + name, true
}

func TestTheTemplateIsATargetFile(t *testing.T) {
	got, err := target.Parse(Target, lookup)
	if err != nil || got.Tokens.Workspace != "value of WORKSPACE_TOKEN" || got.Writes() {
		t.Errorf("it reads as %+v, %v", got, err)
	}
}

func TestTheFixtureFileHasARowOfEveryKind(t *testing.T) {
	name := filepath.Join(t.TempDir(), "fixtures.yaml")
	if err := Write(name, Fixtures, false); err != nil {
		t.Fatal(err)
	}
	w, err := fixtures.Loader{}.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	if counts := fmt.Sprint(w.Counts()); strings.Contains(strings.Replace(counts, " 0 links", "", 1), " 0 ") {
		t.Errorf("it has %s", counts)
	}
	if err := Write(name, Fixtures, false); err == nil || !strings.Contains(err.Error(), "add --force") {
		t.Errorf("written twice: %v", err)
	}
}

// bare is the template with every key that it only shows put to use.
func bare() []byte {
	return regexp.MustCompile(`(?m)^( *)#( *[a-zX])`).ReplaceAll(Target, []byte("$1$2"))
}

func TestEveryKeyThatTheTemplateShowsIsOne(t *testing.T) {
	text := regexp.MustCompile(`(?m)^ [a-z].*\n|^   understudy .*\n`).ReplaceAll(bare(), nil)
	got, err := target.Parse(text, lookup)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if got.Resources.EmptyTopicsSourceID != 7 || got.Tokens.Revoked == "" || got.TLS.ClientKey == "" || got.Samples.Connector["label"] != "Probe" {
		t.Errorf("it reads as %+v", got)
	}
}

func TestTheTemplateShowsEveryKey(t *testing.T) {
	var schema struct {
		Properties map[string]any
		Defs       map[string]struct{ Properties map[string]any } `json:"$defs"`
	}
	if err := json.Unmarshal(target.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	keys := schema.Properties
	for _, d := range schema.Defs {
		for k := range d.Properties {
			keys[k] = nil
		}
	}
	if len(keys) < 30 {
		t.Errorf("the schema has %d keys only", len(keys))
	}
	for k := range keys {
		if !strings.Contains(string(Target), k+":") {
			t.Errorf("it lacks %s", k)
		}
	}
}
