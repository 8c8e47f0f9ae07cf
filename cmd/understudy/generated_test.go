package main

import (
	"encoding/json"
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

// generator makes a client from the contract. It is run as a command, so that
// it is no dependency of ours.
const generator = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2"

// TestAGeneratedClientCompletesEveryOperation builds testdata/generated, a
// module that knows nothing of ours but the contract, and runs it on a fake.
func TestAGeneratedClientCompletesEveryOperation(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/generated")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "openapi.yaml"), string(spec.OpenAPI))
	if err := os.Mkdir(filepath.Join(dir, "api"), 0o700); err != nil {
		t.Fatal(err)
	}
	outsideGo(t, dir, nil, "run", generator, "-generate", "types,client", "-package", "api", "-o", "api/api.go", "openapi.yaml")
	env, called := fakeForClient(t)
	outsideGo(t, dir, env, "test", "-count=1", ".")
	for _, op := range spec.Operations {
		if !op.Supplementary && called()[op.ID] == 0 {
			t.Errorf("the client never called %s", op.ID)
		}
	}
}

// fakeForClient starts a fake whose clock stands still. It answers what the
// client needs to know of it and the calls of each operation.
func fakeForClient(t *testing.T) (env []string, called func() map[string]int) {
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
		server.Ground
	}{listener.URL, fake.Ground()})
	if err != nil {
		t.Fatal(err)
	}
	return []string{"FAKE=" + string(known)}, called
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
