// Package schematest checks that the JSON Schema of a file format, schema.json, is that of the Go
// type which reads the file.
package schematest

import (
	"bytes"
	"encoding/json"
	"os"
	"path"
	"reflect"
	"testing"

	"github.com/invopop/jsonschema"
)

// Check compares the schema that a package embeds with the one that r makes of the value's type.
// The descriptions are the comments of the Go files in the current folder, which must be that of
// the type's package. With update it writes schema.json there.
func Check(t *testing.T, r *jsonschema.Reflector, value any, title string, embedded []byte, update bool) {
	t.Helper()
	r.Anonymous, r.ExpandedStruct = true, true
	pkg := reflect.TypeOf(value).PkgPath()
	if err := r.AddGoComments(pkg, "."); err != nil {
		t.Fatal(err)
	}
	s := r.Reflect(value)
	s.Title = title
	made, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	made = append(made, '\n')
	if update {
		if err := os.WriteFile("schema.json", made, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(made, embedded) {
		t.Errorf("schema.json is not that of %T: run go test -update in the folder of package %s", value, path.Base(pkg))
	}
}
