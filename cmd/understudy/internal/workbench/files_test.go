package workbench

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"understudy/server/servertest/browser"
)

// unpacked is what a compressed file contains.
func unpacked(t *testing.T, file string) []byte {
	t.Helper()
	packed, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestTheEditorIsWhatItsLockfileGives(t *testing.T) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		browser.LeaveOut(t, "npm is not here: install Node.js, which brings it")
	}
	folder := t.TempDir()
	for _, name := range []string{"package.json", "package-lock.json", "build.mjs", "editor.js"} {
		text, err := os.ReadFile(filepath.Join("editor", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"}, {"run", "--silent", "build"}} {
		cmd := exec.CommandContext(t.Context(), npm, args...)
		cmd.Dir = folder
		if out, err := cmd.CombinedOutput(); err != nil && args[0] == "ci" {
			browser.LeaveOut(t, "npm does not bring the libraries: %v: %s", err, out)
		} else if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	const bundle = "codemirror-6.min.js.gz"
	if !bytes.Equal(unpacked(t, filepath.Join("editor", bundle)), unpacked(t, filepath.Join(folder, bundle))) {
		t.Error("the editor is out of date: run make editor")
	}
	ours, err := os.ReadFile("editor/codemirror-LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	if built, err := os.ReadFile(filepath.Join(folder, "codemirror-LICENSE")); err != nil || !bytes.Equal(ours, built) {
		t.Errorf("the licenses are out of date: run make editor (%v)", err)
	}
}

func TestTheFilesOfThePageAreServedToAnyClient(t *testing.T) {
	b := open(t, "")
	for _, f := range files() {
		for _, accepts := range []string{"", "gzip"} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.site+"/"+f.name, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Accept-Encoding", accepts)
			a, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(a.Body)
			a.Body.Close()
			if err != nil || a.StatusCode != http.StatusOK || len(text) == 0 {
				t.Errorf("%s: HTTP %d, %d bytes, %v", f.name, a.StatusCode, len(text), err)
			}
			if packed := a.Header.Get("Content-Encoding") == "gzip"; packed != (f.compressed && accepts == "gzip") {
				t.Errorf("%s is compressed for %q: %t", f.name, accepts, packed)
			}
		}
	}
	if status, _ := b.get("/run"); status != http.StatusMethodNotAllowed {
		t.Errorf("GET run gets HTTP %d", status)
	}
	if status, _ := b.get("/none"); status != http.StatusNotFound {
		t.Errorf("an unknown part gets HTTP %d", status)
	}
}
