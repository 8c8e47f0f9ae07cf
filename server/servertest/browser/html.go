package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// htmlRules are those of html-validate that every page keeps. Several buttons of a form have
// the name do.
const htmlRules = `{"root": true, "extends": ["html-validate:recommended"], "rules": {
	"long-title": "off",
	"no-trailing-whitespace": "off",
	"form-dup-name": ["error", {"shared": ["radio", "button", "submit"]}]}}`

// CheckHTML reports what html-validate finds wrong in pages, by their names.
func CheckHTML(t *testing.T, pages map[string]string) {
	t.Helper()
	modules := Packages(t, "html-validate@9.7.1")
	folder := t.TempDir()
	writeFile(t, filepath.Join(folder, ".htmlvalidate.json"), htmlRules)
	for name, page := range pages {
		writeFile(t, filepath.Join(folder, name+".html"), page)
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(modules, ".bin", "html-validate"), "--formatter", "text", "*.html")
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %.4000s", err, out)
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
