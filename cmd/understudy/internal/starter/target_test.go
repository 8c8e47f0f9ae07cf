package starter

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"understudy/fixtures"
	"understudy/steps"
	"understudy/steps/target"
)

// lookup returns a value for every variable.
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

// TestTheTemplateSaysWhatARunCreates compares the comment at allow_writes with the
// budget of a run that may do everything.
func TestTheTemplateSaysWhatARunCreates(t *testing.T) {
	said := regexp.MustCompile(`creates at most (\d+)\n# segments and (\d+) connectors`).FindSubmatch(Target)
	if said == nil {
		t.Fatal("it does not say what a run creates")
	}
	full, err := target.Parse(bareKeys(), lookup)
	if err != nil {
		t.Fatal(err)
	}
	writes := true
	full.AllowWrites, full.AllowPublish, full.TLS = &writes, true, target.TLS{}
	b, err := steps.Plan(full, steps.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, bound := range []int{b.Segments, b.Connectors} {
		if n, err := strconv.Atoi(string(said[i+1])); err != nil || n < bound || n > bound+10 {
			t.Errorf("it says %s, and a run creates at most %d", said[i+1], bound)
		}
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

// bare returns the template with every commented key uncommented.
func bare() []byte {
	return regexp.MustCompile(`(?m)^( *)#( *[a-zX])`).ReplaceAll(Target, []byte("$1$2"))
}

// bareKeys is bare without the comments that are not keys.
func bareKeys() []byte {
	return regexp.MustCompile(`(?m)^ [a-z].*\n|^   understudy .*\n`).ReplaceAll(bare(), nil)
}

func TestEveryKeyOfTheTemplateExists(t *testing.T) {
	got, err := target.Parse(bareKeys(), lookup)
	if err != nil {
		t.Fatalf("%v\n%s", err, bareKeys())
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
