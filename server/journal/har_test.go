package journal_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"understudy/server"
	"understudy/server/api"
	"understudy/server/internal/testkit"
)

// archiveSchema returns the published JSON schema of HTTP Archive 1.2, with
// which others check their archives.
func archiveSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	files, err := filepath.Glob("testdata/har-schema-2.0.0/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.AddResource(filepath.Base(file), schema); err != nil {
			t.Fatal(err)
		}
	}
	schema, err := c.Compile("har.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestTheArchiveNamesTheProgramsVersion(t *testing.T) {
	for given, want := range map[string]string{"v1.2.3": "v1.2.3", "": "devel"} {
		f := testkit.Open(t, server.Options{Control: true, Version: given})
		if got := f.Control("GET", "journal.har", "").Get("log.creator").Raw; got != `{"name":"understudy","version":"`+want+`"}` {
			t.Errorf("version %q: the creator is %s", given, got)
		}
	}
}

func TestTheArchiveIsHAR(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.ListInvitations("?page=2&page=a%20b")
	f.PostSegment(f.SegmentBody())
	f.Get("/api/v1/nothing")
	f.Visit(testkit.RedirectURI).Save()
	f.SendSecrets()
	f.SetFault(`{"cut_after":3}`)
	func() {
		defer func() { _ = recover() }() // it closes the connection
		f.Do("GET", api.EditorPath, "")
	}()
	f.Control("DELETE", "faults", "")
	f.SetFault(`{"reset":true}`)
	func() {
		defer func() { _ = recover() }()
		f.ListInvitations("")
	}()
	archive := f.Control("GET", "journal.har", "")
	instance, err := jsonschema.UnmarshalJSON(strings.NewReader(archive.Body))
	if err != nil {
		t.Fatal(err)
	}
	if err := archiveSchema(t).Validate(instance); err != nil {
		t.Error(err)
	}
	log := archive.Get("log")
	if log.Get("version").Str != "1.2" || log.Get("entries.#").Int() != int64(f.Home().Journal().Last()) {
		t.Errorf("it is %.300s", log)
	}
	if got := log.Get("entries.0.request.queryString").Raw; got != `[{"name":"page","value":"2"},{"name":"page","value":"a b"}]` {
		t.Errorf("a query is %s", got)
	}
	if got := log.Get("entries.1.request.postData"); got.Get("text").Str != f.SegmentBody() || got.Get("mimeType").Str != "application/json" {
		t.Errorf("a body is %s", got)
	}
	if log.Get("entries.0.request.postData").Exists() || log.Get("entries.2.response.status").Int() != 404 {
		t.Error(log)
	}
}
