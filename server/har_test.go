package server_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"understudy/server"
	"understudy/server/api"
)

// archiveSchema is the published JSON schema of HTTP Archive 1.2, with which
// others check their archives.
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
		f := open(t, server.Options{Control: true, Version: given})
		if got := f.control("GET", "journal.har", "").get("log.creator").Raw; got != `{"name":"understudy","version":"`+want+`"}` {
			t.Errorf("version %q: the creator is %s", given, got)
		}
	}
}

func TestTheArchiveIsHAR(t *testing.T) {
	f := controlled(t)
	f.list("?page=2&page=a%20b")
	f.post(f.segment())
	f.get("/api/v1/nothing")
	f.visit(back).save()
	f.sendSecrets()
	f.set(`{"cut_after":3}`)
	func() {
		defer func() { _ = recover() }() // it breaks the connection off
		f.do("GET", api.EditorPath, "")
	}()
	f.control("DELETE", "faults", "")
	f.set(`{"reset":true}`)
	func() {
		defer func() { _ = recover() }()
		f.list("")
	}()
	archive := f.control("GET", "journal.har", "")
	instance, err := jsonschema.UnmarshalJSON(strings.NewReader(archive.body))
	if err != nil {
		t.Fatal(err)
	}
	if err := archiveSchema(t).Validate(instance); err != nil {
		t.Error(err)
	}
	log := archive.get("log")
	if log.Get("version").Str != "1.2" || log.Get("entries.#").Int() != int64(f.home().Journal().Last()) {
		t.Errorf("it is %.300s", log)
	}
	if got := log.Get("entries.0.request.queryString").Raw; got != `[{"name":"page","value":"2"},{"name":"page","value":"a b"}]` {
		t.Errorf("a query is %s", got)
	}
	if got := log.Get("entries.1.request.postData"); got.Get("text").Str != f.segment() || got.Get("mimeType").Str != "application/json" {
		t.Errorf("a body is %s", got)
	}
	if log.Get("entries.0.request.postData").Exists() || log.Get("entries.2.response.status").Int() != 404 {
		t.Error(log)
	}
}
