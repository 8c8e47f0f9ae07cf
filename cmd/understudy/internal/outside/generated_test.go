package outside

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

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
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/generated")); err != nil {
		t.Fatal(err)
	}
	env, called, ownDocument := fakeForClient(t)
	for name, document := range map[string][]byte{"api": spec.OpenAPI, "control": ownDocument} {
		write(t, filepath.Join(dir, name+".yaml"), string(document))
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		outsideGo(t, dir, nil, "run", generator, "-generate", "types,client", "-package", name, "-o", filepath.Join(name, name+".go"), name+".yaml")
	}
	outsideGo(t, dir, env, "test", "-count=1", ".")
	for _, op := range spec.Operations {
		if !op.Supplementary && called()[op.ID] == 0 {
			t.Errorf("the client never called %s", op.ID)
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
