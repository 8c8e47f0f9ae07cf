package expectation

import _ "embed"

// Schema is the JSON Schema (2020-12) of a file of expectations, made from File: see
// schema_test.go.
//
//go:embed schema.json
var Schema []byte
