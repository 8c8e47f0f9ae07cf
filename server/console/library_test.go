package console_test

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"understudy/server/internal/testkit"
	"understudy/server/servertest/browser"
)

// published are the files of the console from other projects, by the package of npm and
// the path in it, with their SHA-256. Each is a part of every page, or served at its own
// address.
var published = map[string]struct{ from, path, sum, served string }{
	"htmx/htmx-2.0.11.min.js":        {"htmx.org@2.0.11", "htmx.org/dist/htmx.min.js", "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717", ""},
	"htmx/htmx-ext-sse-2.2.4.min.js": {"htmx-ext-sse@2.2.4", "htmx-ext-sse/dist/sse.min.js", "98a46496de0c3605fbffdce9167ba427bdd9553184f83f149c261891a92c0136", ""},
	"swagger-ui/swagger-ui-5.35.0.min.js.gz": {"swagger-ui-dist@5.35.0", "swagger-ui-dist/swagger-ui-bundle.js", "e6a898692f2d768e807c3ba4626068a69a2c5dd960dd6c76f3e4d3a3de180af2",
		"console/swagger-ui-5.35.0.min.js"},
	"swagger-ui/swagger-ui-5.35.0.min.css.gz": {"swagger-ui-dist@5.35.0", "swagger-ui-dist/swagger-ui.css", "5ed08757e53da3e026d6cbecc61fe5d43585c9560b302d534ad56692519a273d",
		"console/swagger-ui-5.35.0.min.css"},
}

// libraryText is a file of a library, which may be compressed.
func libraryText(t *testing.T, name string) string {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if strings.HasSuffix(name, ".gz") {
		return unpacked(t, string(text))
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func unpacked(t *testing.T, compressed string) string {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(compressed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTheLibrariesOfTheConsoleAreThePublishedOnes(t *testing.T) {
	f := testkit.OpenControlled(t)
	for name, of := range published {
		text := libraryText(t, name)
		sum := sha256.Sum256([]byte(text))
		if page := f.ConsolePage(of.served).Body; hex.EncodeToString(sum[:]) != of.sum || !strings.Contains(page, text) {
			t.Errorf("%s: the console has other bytes, or the file has %x", name, sum)
		}
	}
	var packages []string
	for _, of := range published {
		packages = append(packages, of.from)
	}
	folder := browser.Packages(t, packages...)
	for name, of := range published {
		text, err := os.ReadFile(filepath.Join(folder, of.path))
		if sum := sha256.Sum256(text); err != nil || hex.EncodeToString(sum[:]) != of.sum {
			t.Errorf("%s differs from the file of npm: %x, %v", name, sum, err)
		}
	}
}

func TestLibrariesAreServedCompressedIfTheClientAcceptsIt(t *testing.T) {
	f := testkit.OpenControlled(t)
	for name, of := range published {
		if of.served == "" {
			continue
		}
		plain, compressed := f.ConsolePage(of.served), f.ConsolePage(of.served, testkit.AddHeader("Accept-Encoding", "br, gzip"))
		if plain.Header.Get("Content-Encoding") != "" || compressed.Header.Get("Content-Encoding") != "gzip" || unpacked(t, compressed.Body) != plain.Body {
			t.Errorf("%s: encoded as %q, and as %q where gzip is accepted", name, plain.Header.Get("Content-Encoding"), compressed.Header.Get("Content-Encoding"))
		}
		if kept := plain.Header.Get("Cache-Control"); kept != "private, max-age=31536000, immutable" {
			t.Errorf("%s: it is served with Cache-Control %q", name, kept)
		}
		if a := f.Control("HEAD", of.served, ""); a.Code != 200 || a.Body != "" {
			t.Errorf("%s: HEAD has %d and %d bytes", name, a.Code, len(a.Body))
		}
		if a := f.Control("POST", of.served, ""); a.Code != 405 || a.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: POST has %d", name, a.Code)
		}
	}
}
