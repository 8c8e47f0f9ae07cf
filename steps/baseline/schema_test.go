package baseline_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/invopop/jsonschema"

	"understudy/steps/baseline"
)

var update = flag.Bool("update", false, "rewrite the schema")

func TestTheSchemaIsThatOfTheType(t *testing.T) {
	r := &jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, FieldNameTag: "yaml"}
	if err := r.AddGoComments("understudy/steps/baseline", "."); err != nil {
		t.Fatal(err)
	}
	s := r.Reflect(baseline.Baseline{})
	s.Title = "Baseline of understudy verify"
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
	if !bytes.Equal(made, baseline.Schema) {
		t.Error("schema.json is not that of Baseline: run go test ./steps/baseline -update")
	}
}
