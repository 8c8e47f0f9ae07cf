package report_test

import (
	"reflect"
	"testing"

	"github.com/invopop/jsonschema"

	"understudy/spec/yamlfile/schematest"
	"understudy/steps/report"
	"understudy/steps/report/reporttest"
)

func TestTheSchemaIsThatOfTheType(t *testing.T) {
	verdict := &jsonschema.Schema{Type: "string", Enum: []any{report.Skip, report.Pass, report.Warn, report.Known, report.Error, report.Fail},
		Description: "Verdict is the outcome of a scenario, a promise or an expectation."}
	kind := &jsonschema.Schema{Type: "string", Description: "ReasonKind is the kind of a reason: what verdicts, drift and baselines read."}
	for _, k := range report.ReasonKinds {
		kind.Enum = append(kind.Enum, k)
	}
	r := &jsonschema.Reflector{AllowAdditionalProperties: true, Mapper: func(typ reflect.Type) *jsonschema.Schema {
		return map[reflect.Type]*jsonschema.Schema{reflect.TypeFor[report.Verdict](): verdict, reflect.TypeFor[report.ReasonKind](): kind,
			reflect.TypeFor[report.Remark](): {Type: "string"}}[typ]
	}}
	schematest.Check(t, r, report.Run{}, "JSON report of understudy verify", report.Schema, *reporttest.Update)
}
