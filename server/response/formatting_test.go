package response_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"understudy/server"
)

// formattedBy lists invitations over HTTP, formatted by a seed.
func formattedBy(t *testing.T, seed uint64, acceptEncoding string) (*http.Response, string) {
	t.Helper()
	fake, err := server.New(server.Options{Formatting: seed})
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(fake)
	t.Cleanup(listener.Close)
	req, err := http.NewRequest("GET", listener.URL+"/api/v1/invitations?per_page=2", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+fake.TestData().PersonalToken)
	if acceptEncoding != "" {
		req.Header.Set("Accept-Encoding", acceptEncoding)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(body)
}

func decoded(t *testing.T, text string) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v
}

// withoutExtras removes the members that the document does not know, and the
// URL, which contains the port.
func withoutExtras(body map[string]any) map[string]any {
	delete(body, "meta")
	delete(body, "next")
	for _, r := range body["data"].([]any) {
		delete(r.(map[string]any), "_links")
	}
	return body
}

func TestFormattingLeavesTheContentUnchanged(t *testing.T) {
	_, plain := formattedBy(t, 0, "identity")
	want := withoutExtras(decoded(t, plain))
	seen := map[string]bool{}
	for seed := range uint64(40) {
		resp, body := formattedBy(t, seed+1, "identity")
		if got := decoded(t, body); !reflect.DeepEqual(withoutExtras(got), want) {
			t.Fatalf("seed %d: %s", seed+1, body)
		}
		seen["extra members"] = seen["extra members"] || strings.Contains(body, `"_links"`)
		seen["lines"] = seen["lines"] || strings.Contains(body, "\n  ")
		seen["another order"] = seen["another order"] || !strings.HasPrefix(strings.TrimLeft(body, "{ \n"), `"status"`)
		seen["chunks"] = seen["chunks"] || resp.ContentLength < 0
		seen["headers"] = seen["headers"] || resp.Header.Get("X-Request-Id") != ""
		zipped, _ := formattedBy(t, seed+1, "gzip")
		seen["gzip"] = seen["gzip"] || zipped.Header.Get("Content-Encoding") == "gzip"
		if resp.Header.Get("Content-Encoding") != "" {
			t.Errorf("seed %d: compressed for a client that takes no gzip", seed+1)
		}
	}
	for _, look := range []string{"extra members", "lines", "another order", "chunks", "headers", "gzip"} {
		if !seen[look] {
			t.Errorf("no seed shows %s", look)
		}
	}
}

func TestASeedAlwaysGivesTheSameFormatting(t *testing.T) {
	for _, seed := range []uint64{1, 2, 3, 4} {
		_, a := formattedBy(t, seed, "identity")
		_, b := formattedBy(t, seed, "identity")
		port := func(s string) string { return s[:strings.Index(s, "127.0.0.1")] }
		if strings.Contains(a, "127.0.0.1") && port(a) != port(b) {
			t.Errorf("seed %d: %s and then %s", seed, a, b)
		}
	}
}
