package expectation_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/invopop/jsonschema"

	"understudy/steps/expectation"
)

var update = flag.Bool("update", false, "rewrite the schema")

func TestTheSchemaIsThatOfTheType(t *testing.T) {
	r := &jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, FieldNameTag: "yaml"}
	if err := r.AddGoComments("understudy/steps/expectation", "."); err != nil {
		t.Fatal(err)
	}
	s := r.Reflect(expectation.File{})
	s.Title = "Expectations of a team, for understudy verify"
	made, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	made = append(made, '\n')
	if *update {
		if err := os.WriteFile("schema.json", made, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(made, expectation.Schema) {
		t.Error("schema.json is not that of File: run go test ./steps/expectation -update")
	}
}
