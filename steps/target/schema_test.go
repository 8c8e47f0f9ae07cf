package target_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"testing"

	"github.com/invopop/jsonschema"

	"understudy/steps/target"
)

var update = flag.Bool("update", false, "rewrite the schema")

// durationSchema returns the schema of what Duration reads.
func durationSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: `^\+?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$`,
		Description: "Duration is a time span, written like 30s or 1m30s.", Examples: []any{"30s", "1m30s"}}
}

func makeSchema(t *testing.T) []byte {
	t.Helper()
	r := &jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, FieldNameTag: "yaml", Mapper: func(typ reflect.Type) *jsonschema.Schema {
		if typ == reflect.TypeFor[target.Duration]() {
			return durationSchema()
		}
		return nil
	}}
	if err := r.AddGoComments("understudy/steps/target", "."); err != nil {
		t.Fatal(err)
	}
	s := r.Reflect(target.Target{})
	s.Title = "Target file of understudy"
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

func TestTheSchemaIsThatOfTheType(t *testing.T) {
	made := makeSchema(t)
	if *update {
		if err := os.WriteFile("schema.json", made, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(made, target.Schema) {
		t.Error("schema.json is not that of Target: run go test ./steps/target -update")
	}
}
