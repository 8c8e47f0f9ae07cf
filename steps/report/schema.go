package report

import _ "embed"

// Schema is the JSON Schema (2020-12) of a JSON report, made from Run: see
// schema_test.go. It allows members that it does not name, for readers ignore
// what they do not know.
//
//go:embed schema.json
var Schema []byte
