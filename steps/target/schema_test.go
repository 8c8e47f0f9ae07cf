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

// orVariable returns the schema of a value, or of a text with a variable in its place.
func orVariable(s *jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{s, {Type: "string", Pattern: `\$\{[A-Za-z_][A-Za-z0-9_]*\}`}}}
}

func TestTheSchemaIsThatOfTheType(t *testing.T) {
	r := &jsonschema.Reflector{FieldNameTag: "yaml", Mapper: func(typ reflect.Type) *jsonschema.Schema {
		if typ == reflect.TypeFor[target.Duration]() {
			return orVariable(durationSchema())
		}
		switch typ.Kind() {
		case reflect.Bool:
			return orVariable(&jsonschema.Schema{Type: "boolean"})
		case reflect.Int, reflect.Int64:
			return orVariable(&jsonschema.Schema{Type: "integer", Minimum: "0"})
		case reflect.Float64:
			return orVariable(&jsonschema.Schema{Type: "number", Minimum: "0"})
		}
		return nil
	}}
	schematest.Check(t, r, target.Target{}, "Target file of understudy", target.Schema, *update)
}
