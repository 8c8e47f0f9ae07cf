package target

import _ "embed"

// Schema is the JSON Schema (2020-12) of a target file, made from Target: see
// schema_test.go.
//
//go:embed schema.json
var Schema []byte
