package target_test

import (
	"flag"
	"reflect"
	"testing"

	"github.com/invopop/jsonschema"

	"understudy/spec/yamlfile/schematest"
	"understudy/steps/target"
)

var update = flag.Bool("update", false, "rewrite the schema")

// durationSchema returns the schema of what Duration reads.
func durationSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: `^\+?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$`,
		Description: "Duration is a time span, written like 30s or 1m30s.", Examples: []any{"30s", "1m30s"}}
}

func TestTheSchemaIsThatOfTheType(t *testing.T) {
	r := &jsonschema.Reflector{FieldNameTag: "yaml", Mapper: func(typ reflect.Type) *jsonschema.Schema {
		if typ == reflect.TypeFor[target.Duration]() {
			return durationSchema()
		}
		return nil
	}}
	schematest.Check(t, r, target.Target{}, "Target file of understudy", target.Schema, *update)
}
