package outside

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"understudy/cmd/understudy/internal/command/reference"
	"understudy/server"
	"understudy/spec"
)

// generator generates a client from an OpenAPI document. It is run as a command, so
// that it is not a dependency of ours.
const generator = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2"

// TestAGeneratedClientCompletesEveryOperation builds testdata/generated, a module
// that uses only our contract and the document of the control API, and runs it on a
// fake.
func TestAGeneratedClientCompletesEveryOperation(t *testing.T) {
	dir := clientModule(t, "generated")
	env, called, ownDocument := fakeForClient(t)
	for name, document := range map[string][]byte{"api": spec.OpenAPI, "control": ownDocument} {
		write(t, filepath.Join(dir, name+".yaml"), string(document))
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		outsideGo(t, dir, nil, "run", generator, "-generate", "types,client", "-package", name, "-o", filepath.Join(name, name+".go"), name+".yaml")
	}
	completesEveryOperation(t, dir, env, called)
}

// TestAClientOfOgenCompletesEveryOperation does the same with ogen, testdata/ogen and
// the contract as ogen reads it. The module pins ogen as a tool.
func TestAClientOfOgenCompletesEveryOperation(t *testing.T) {
	if os.Getenv("OGEN") == "" {
		t.Skip("OGEN=1 runs it: it compiles ogen and a large client, which takes minutes the first time")
	}
	dir := clientModule(t, "ogen")
	env, called, _ := fakeForClient(t)
	var document bytes.Buffer
	export := reference.OpenAPI()
	export.SetArgs([]string{"--for", "ogen"})
	export.SetOut(&document)
	if err := export.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "api.json"), document.String())
	outsideGo(t, dir, nil, "tool", "ogen", "--target", "api", "--package", "api", "--clean", "api.json")
	completesEveryOperation(t, dir, env, called)
}

// clientModule copies a module of testdata, and what all of them share, to a new folder.
func clientModule(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	for _, from := range []string{name, "shared"} {
		if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", from))); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// completesEveryOperation runs the tests of a client's module, which must call every
// operation of the document.
func completesEveryOperation(t *testing.T, dir string, env []string, called func() map[string]int) {
	t.Helper()
	outsideGo(t, dir, env, "test", "-count=1", ".")
	for _, op := range spec.Promised {
		if called()[op] == 0 {
			t.Errorf("the client never called %s", op)
		}
	}
}

// fakeForClient starts a fake whose clock stands still. It returns what the client
// needs to know about it, the calls of each operation, and the document of its
// control API.
func fakeForClient(t *testing.T) (env []string, called func() map[string]int, document []byte) {
	t.Helper()
	fake, err := server.New(server.Options{AsyncDelay: time.Minute, Control: true, Now: func() time.Time { return time.Date(2026, time.May, 4, 9, 0, 0, 0, time.UTC) }})
	if err != nil {
		t.Fatal(err)
	}
	counted, called := countCalls(fake)
	listener := httptest.NewServer(counted)
	t.Cleanup(listener.Close)
	known, err := json.Marshal(struct {
		BaseURL string
		server.TestData
	}{listener.URL, fake.TestData()})
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Get(listener.URL + "/_understudy/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	document, err = io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return []string{"FAKE=" + string(known)}, called, document
}

// countCalls counts the calls of each operation.
func countCalls(next http.Handler) (http.Handler, func() map[string]int) {
	var mu sync.Mutex
	calls := map[string]int{}
	mux := http.NewServeMux()
	mux.Handle("/", next)
	for _, op := range spec.Operations {
		mux.HandleFunc(op.Method+" "+op.Path, func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			calls[op.ID]++
			mu.Unlock()
			next.ServeHTTP(w, r)
		})
	}
	return mux, func() map[string]int {
		mu.Lock()
		defer mu.Unlock()
		return calls
	}
}
