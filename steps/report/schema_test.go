package report_test

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"github.com/invopop/jsonschema"

	"understudy/steps/report"
	"understudy/steps/report/reporttest"
)

func makeSchema(t *testing.T) []byte {
	t.Helper()
	verdict := &jsonschema.Schema{Type: "string", Enum: []any{report.Skip, report.Pass, report.Warn, report.Known, report.Error, report.Fail},
		Description: "Verdict is the outcome of a scenario, a promise or an expectation."}
	kind := &jsonschema.Schema{Type: "string", Description: "ReasonKind is the kind of a reason: what verdicts, drift and baselines read."}
	for _, k := range report.ReasonKinds {
		kind.Enum = append(kind.Enum, k)
	}
	r := &jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, AllowAdditionalProperties: true, Mapper: func(typ reflect.Type) *jsonschema.Schema {
		return map[reflect.Type]*jsonschema.Schema{reflect.TypeFor[report.Verdict](): verdict, reflect.TypeFor[report.ReasonKind](): kind,
			reflect.TypeFor[report.Remark](): {Type: "string"}}[typ]
	}}
	if err := r.AddGoComments("understudy/steps/report", "."); err != nil {
		t.Fatal(err)
	}
	s := r.Reflect(report.Run{})
	s.Title = "JSON report of understudy verify"
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

func TestTheSchemaIsThatOfTheType(t *testing.T) {
	made := makeSchema(t)
	if *reporttest.Update {
		if err := os.WriteFile("schema.json", made, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(made, report.Schema) {
		t.Error("schema.json is not that of Run: run go test ./steps/report -update")
	}
}
