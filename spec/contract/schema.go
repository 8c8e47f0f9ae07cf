package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/pb33f/libopenapi-validator/openapi_vocabulary"
	"github.com/pb33f/libopenapi/datamodel/high/base"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"understudy/spec/pattern"
)

// compiling is locked while a schema is compiled, because schemas of different
// operations share the parts of one document, which are rendered in place.
var compiling sync.Mutex

// compiler compiles a schema when it is first needed. The compiled form is used
// directly: the validator's own Validate functions hash the schema on each
// call, and read it again on each fault to find line numbers; its other packages
// take 45 s of processor time to compile.
func compiler(proxy *base.SchemaProxy) func() *jsonschema.Schema {
	return sync.OnceValue(func() *jsonschema.Schema {
		compiling.Lock()
		defer compiling.Unlock()
		inline, err := proxy.Schema().MarshalJSONInline()
		if err != nil {
			panic(fmt.Errorf("contract: %w", err))
		}
		// The validator knows a format only by the registered keyword.
		inline = bytes.ReplaceAll(inline, []byte(`"`+formatKey+`":`), []byte(`"format":`))
		compiled, err := compile(inline)
		if err != nil {
			panic(fmt.Errorf("contract: %w", err))
		}
		return compiled
	})
}

// compile makes the validator's form of a schema, as the validator does itself: with its words of
// OpenAPI, and with formats that count.
func compile(schema []byte) (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.RegisterVocabulary(openapi_vocabulary.NewOpenAPIVocabulary(openapi_vocabulary.Version31))
	c.AssertVocabs()
	c.AssertFormat()
	for name, f := range formats {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: f.check})
	}
	decoded, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, err
	}
	if err := c.AddResource("schema", decoded); err != nil {
		return nil, err
	}
	return c.Compile("schema")
}

func (c *clause) checkValue(value any) []Violation {
	err := c.compiled().Validate(value)
	if err == nil {
		return nil
	}
	var faults []Violation
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		panic(fmt.Errorf("contract: %w", err))
	}
	blamed := map[*node]int{}
	for _, leaf := range leaves(invalid) {
		faults = append(faults, c.blame(leaf, value, blamed)...)
	}
	return faults
}

// mostAlike limits how many faults of one body are reported at one member of
// the contract: a body may have any number of records.
const mostAlike = 200

// leaves returns the leaves of the validator's tree of causes.
func leaves(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var ends []*jsonschema.ValidationError
	for _, cause := range e.Causes {
		ends = append(ends, leaves(cause)...)
	}
	return ends
}

// blame finds the promise that a fault breaks: for each missing member the
// member's own, else that of the schema where the fault was found. It counts
// the faults of each place in blamed.
func (c *clause) blame(e *jsonschema.ValidationError, body any, blamed map[*node]int) []Violation {
	n := c.root.at(e.InstanceLocation)
	missing, ok := e.ErrorKind.(*kind.Required)
	if !ok && blamed[n] == mostAlike {
		return nil
	}
	where := pointer(e.InstanceLocation)
	if !ok {
		blamed[n]++
		return []Violation{{Promise: n.promise, Pointer: where, Expected: n.expects,
			Found: c.describe(valueAt(body, e.InstanceLocation))}}
	}
	var faults []Violation
	for _, name := range missing.Missing {
		member := n.at([]string{name})
		if blamed[member] == mostAlike {
			continue
		}
		blamed[member]++
		faults = append(faults, Violation{Promise: member.promise, Pointer: where + pointer([]string{name}),
			Expected: member.expects, Found: "no such member"})
	}
	return faults
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

func pointer(path []string) string {
	var b strings.Builder
	for _, step := range path {
		b.WriteByte('/')
		b.WriteString(pointerEscapes.Replace(step))
	}
	return b.String()
}

// valueAt returns the value at one of the validator's paths.
func valueAt(value any, path []string) any {
	for _, step := range path {
		switch v := value.(type) {
		case map[string]any:
			value = v[step]
		case []any:
			i, _ := strconv.Atoi(step)
			value = v[i]
		}
	}
	return value
}

// describe describes a value in a few words.
func describe(value any) string {
	switch v := value.(type) {
	case map[string]any:
		return "an object"
	case []any:
		return "an array"
	case string:
		return quote(v)
	case json.Number:
		return shorten(v.String())
	case float64:
		return "a number out of range"
	case nil:
		return "null"
	}
	return fmt.Sprint(value)
}

// longest is the number of characters of a value that a phrase shows.
const longest = 80

// addressGoesOn matches where an e-mail address, or a URL with a password,
// continues in the part that was cut off; addressStart matches its start at the
// end of the part that is left.
var (
	addressGoesOn = pattern.Lazy(`^[^\s"'<>]*(@|%40|&#|&commat;)`)
	addressStart  = pattern.Lazy(`[^\s"'<>]*$`)
)

func quote(s string) string { return strconv.Quote(shorten(s)) }

func shorten(s string) string {
	n := 0
	for i := range s {
		if n++; n > longest {
			begin := s[:i]
			if addressGoesOn().MatchString(s[i:]) {
				// The redaction would not recognise half an address.
				begin = addressStart().ReplaceAllString(begin, "")
			}
			return begin + "…"
		}
	}
	return s
}
