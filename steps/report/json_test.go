package report_test

import (
	"bytes"
	"regexp"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"understudy/steps/report"
	"understudy/steps/report/reporttest"
)

func TestJSONFollowsItsSchema(t *testing.T) {
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(report.Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("report.json", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("report.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]*report.Run{"broken": reporttest.Broken(), "conforming": reporttest.Conforming(), "too little": reporttest.TooLittle(), "partly": reporttest.Partly(), "nothing": {}} {
		var b bytes.Buffer
		if err := report.JSON(&b, r); err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(`(?m)^ *"\w+": null`).Match(b.Bytes()) {
			t.Errorf("%s: a member is null:\n%s", name, b.Bytes())
		}
		instance, err := jsonschema.UnmarshalJSON(&b)
		if err != nil {
			t.Fatal(err)
		}
		if err := compiled.Validate(instance); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		instance.(map[string]any)["more"] = 1
		if err := compiled.Validate(instance); err != nil {
			t.Errorf("%s: a member that readers ignore is rejected: %v", name, err)
		}
	}
}

func TestJSONLeavesTheRunAsItIs(t *testing.T) {
	r := reporttest.Conforming()
	if err := report.JSON(&bytes.Buffer{}, r); err != nil || r.Scenarios[0].Gaps != nil || r.Ledger != nil {
		t.Errorf("the run was changed: %+v, %v", r, err)
	}
}
