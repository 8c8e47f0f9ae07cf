package baseline_test

import (
	"flag"
	"testing"

	"github.com/invopop/jsonschema"

	"understudy/spec/yamlfile/schematest"
	"understudy/steps/baseline"
)

var update = flag.Bool("update", false, "rewrite the schema")

func TestTheSchemaIsThatOfTheType(t *testing.T) {
	r := &jsonschema.Reflector{FieldNameTag: "yaml"}
	schematest.Check(t, r, baseline.Baseline{}, "Baseline of understudy verify", baseline.Schema, *update)
}
