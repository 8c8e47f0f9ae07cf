package expectation_test

import (
	"flag"
	"testing"

	"github.com/invopop/jsonschema"

	"understudy/spec/yamlfile/schematest"
	"understudy/steps/expectation"
)

var update = flag.Bool("update", false, "rewrite the schema")

func TestTheSchemaIsThatOfTheType(t *testing.T) {
	r := &jsonschema.Reflector{FieldNameTag: "yaml"}
	schematest.Check(t, r, expectation.File{}, "Expectations of a team, for understudy verify", expectation.Schema, *update)
}
