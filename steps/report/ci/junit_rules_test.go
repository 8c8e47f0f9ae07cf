package ci_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// rule is what the schema junit-10 of Jenkins' xUnit plugin requires of an element.
// It is the strictest of the formats that CI systems read.
type rule struct {
	required, optional, children string
	text                         bool
}

var junit10 = map[string]rule{
	"testsuites": {optional: "name time tests failures errors", children: "testsuite"},
	"testsuite": {required: "name tests failures errors", children: "testsuite properties testcase system-out system-err",
		optional: "group time skipped timestamp hostname id package file log url"},
	"properties": {children: "property"},
	"property":   {required: "name value"},
	"testcase":   {required: "name", optional: "time classname group", children: "skipped error failure system-out system-err"},
	"failure":    {optional: "type message", text: true},
	"error":      {optional: "type message", text: true},
	"skipped":    {optional: "type message", text: true},
	"system-out": {text: true},
	"system-err": {text: true},
}

// keepsJUnit10 returns the first violation of the schema's rules in a report.
func keepsJUnit10(report []byte) error {
	dec := xml.NewDecoder(bytes.NewReader(report))
	var open []string
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if err := startKeeps(token, open); err != nil {
				return err
			}
			open = append(open, token.Name.Local)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 && !junit10[open[len(open)-1]].text && len(bytes.TrimSpace(token)) > 0 {
				return fmt.Errorf("text in %s: %q", strings.Join(open, "/"), token)
			}
		}
	}
}

func startKeeps(e xml.StartElement, open []string) error {
	name := e.Name.Local
	parent := rule{children: "testsuites testsuite"}
	if len(open) > 0 {
		parent = junit10[open[len(open)-1]]
	}
	if !slices.Contains(strings.Fields(parent.children), name) {
		return fmt.Errorf("element %s in %q", name, strings.Join(open, "/"))
	}
	r := junit10[name]
	var given []string
	for _, a := range e.Attr {
		given = append(given, a.Name.Local)
		if !slices.Contains(strings.Fields(r.required+" "+r.optional), a.Name.Local) {
			return fmt.Errorf("attribute %s of %s", a.Name.Local, name)
		}
		if a.Name.Local == "time" && name != "testcase" && strings.Trim(a.Value, "0123456789.") != "" {
			return fmt.Errorf("time %q of %s", a.Value, name)
		}
	}
	for _, want := range strings.Fields(r.required) {
		if !slices.Contains(given, want) {
			return fmt.Errorf("no attribute %s of %s", want, name)
		}
	}
	return nil
}

func TestTheRulesOfJUnitRejectWhatTheSchemaDoes(t *testing.T) {
	const good = `<testsuites name="n" tests="1"><testsuite name="n" tests="1" failures="0" errors="0" skipped="1" time="1.5" timestamp="2025-06-01T12:00:00">` +
		`<properties><property name="a" value="b"/></properties>` +
		`<testcase name="c" classname="d" time="1"><skipped message="m">why</skipped><system-out>out</system-out></testcase></testsuite></testsuites>`
	if err := keepsJUnit10([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for rule, c := range map[string][2]string{
		"no properties in a test case":       {`<system-out>out</system-out>`, `<properties/>`},
		"no count of skipped over all":       {`<testsuites `, `<testsuites skipped="1" `},
		"a suite counts its errors":          {` errors="0"`, ``},
		"a property has a value":             {` value="b"`, ``},
		"a test case has a name":             {`name="c" `, ``},
		"a time is seconds":                  {`time="1.5"`, `time="1.5s"`},
		"no text between elements":           {`</testcase>`, `</testcase>text`},
		"no other elements":                  {`<system-out>out</system-out>`, `<output/>`},
		"no other attributes of an outcome":  {`<skipped message="m">`, `<skipped reason="m">`},
		"no other element at the top":        {good, `<report/>`},
		"a suite is no child of a test case": {`<system-out>out</system-out>`, `<testsuite name="n" tests="1" failures="0" errors="0"/>`},
	} {
		if bad := strings.Replace(good, c[0], c[1], 1); bad == good || keepsJUnit10([]byte(bad)) == nil {
			t.Errorf("%s: it was accepted: %s", rule, bad)
		}
	}
}
