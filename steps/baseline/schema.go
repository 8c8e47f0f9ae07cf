package baseline

import _ "embed"

// Schema is the JSON Schema (2020-12) of a baseline file, made from Baseline:
// see schema_test.go.
//
//go:embed schema.json
var Schema []byte
