package builtin_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheLastResponseIsSetByPackageScenarioAlone keeps it from being saved and restored around
// a call: what a step needs for itself is sent with Exchange or ProbeAside.
func TestTheLastResponseIsSetByPackageScenarioAlone(t *testing.T) {
	files := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			assigned, _ := n.(*ast.AssignStmt)
			for i := 0; assigned != nil && i < len(assigned.Lhs); i++ {
				if to, ok := assigned.Lhs[i].(*ast.SelectorExpr); ok && to.Sel.Name == "Last" {
					t.Errorf("%s: use Send, Probe, Take or Adopt", files.Position(to.Pos()))
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
