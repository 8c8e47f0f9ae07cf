package testkit

import (
	"bytes"
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"understudy/fixtures"
	"understudy/server"
)

// Noon is the time of the fakes that OpenAtNoon opens.
var Noon = time.Date(2025, 3, 1, 12, 0, 0, 123_456_789, time.UTC)

// OpenAtNoon opens a fake whose time is always Noon, its control API on.
func OpenAtNoon(t testing.TB, o server.Options) Fake {
	t.Helper()
	o.Control, o.AsyncDelay, o.Now = true, time.Minute, func() time.Time { return Noon }
	s, err := server.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return Fake{t, s}
}

// Reopen opens a fake from the file that another one saved.
func Reopen(t *testing.T, f Fake) Fake {
	t.Helper()
	file := filepath.Join(t.TempDir(), "state.json")
	if err := fixtures.SaveState(file, f.World().Write); err != nil {
		t.Fatal(err)
	}
	w, err := fixtures.LoadState(file)
	if err != nil {
		t.Fatal(err)
	}
	return OpenAtNoon(t, server.Options{World: w})
}

// Written is the world of a fake, as a file holds it.
func Written(t *testing.T, f Fake) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.World().Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Use sends a fake all kinds of requests of its clients and its owner, and returns
// the uris of the links that it created.
func Use(f Fake) (uris []string) {
	workspace := Bearer(f.TestData().WorkspaceToken)
	for _, molecules := range []string{
		`[]`, `["AND"]`, "[" + AtomicMolecule + "]", `[ {"attribute":"<b>\u00e9","attribute_type":"odour","operator":"smells","value":"1e400"} ]`,
	} {
		for _, name := range []string{`""`, `"Caf\u00e9 <readers>"`, "17"} {
			if a := f.PostSegment(f.SegmentBody("name", name, "molecules", molecules)); a.Code == http.StatusCreated {
				path := fmt.Sprintf("%s/%d/segment_management_links", f.SegmentsPath(), a.Get("data.id").Int())
				uris = append(uris, f.Do("POST", path, `{"redirect_uri":"https://app.example.com/back?a=1"}`, workspace).Get("data.uri").Str)
			}
		}
	}
	f.PostSegment(f.SegmentBody("dataset_id", "999"))
	for _, body := range []string{
		`{"connector":{"service_name":"made","label":"Made","data":{"url":"https://made.example.com","headers":{"X-Key":"header-secret"}},"icon_url":"text","configuration_definition":{"a":{"type":"odour","default":"1"},"b":{"type":"boolean","secret":true,"default":"default-secret"},"c":{"type":""}}}}`,
		`{"connector":{"label":"Made by label"}}`,
		`{"connector":{"service_name":"blank","label":"","configuration_definition":{}}}`,
		`{"connector":{"service_name":"blank_id","label":"Blank id","configuration_definition":{"":{"secret":true}}}}`,
		`{"connector":{"service_name":"plain","label":"Plain","data":{"url":"https://plain.example.com","headers":{"X-Key":"header-secret"}},"configuration_definition":{"a":{"default":"1"},"b":{"type":"boolean","secret":true,"default":"default-secret"}}}}`,
		`{"connector":{"service_name":"bare","label":"Bare","data":{"url":"https://bare.example.com"},"configuration_definition":{}}}`,
	} {
		f.Do("POST", "/api/v1/connectors", body, workspace)
	}
	f.Do("PUT", "/api/v1/connectors/made/publish_to_organization", "", workspace)
	destination := fmt.Sprintf("/api/v1/destinations/%d", f.TestData().DestinationID)
	f.Do("PATCH", destination, `{"service_connection":{"name":"Renamed","credentials":{"account_name":"Shown","unheard":"credential-secret"}}}`, workspace)
	f.Do("PATCH", "/api/v1/destinations/6104", `{"service_connection":{"name":""}}`, workspace)
	for _, c := range [][3]string{
		{"POST", "clock/advance", `{"seconds":61}`}, {"PUT", "transitions", `{"segment":{"reads":2}}`},
		{"POST", "state/invitations", `{"email":"new@example.com"}`}, {"POST", "state/invitations/5310/claim", ""},
		{"POST", "state/links/1/revoke", ""}, {"POST", "state/segments/1/hold", ""},
		{"PATCH", "state/links/2", `{"expires_at":"2025-03-01T12:00:00Z"}`},
		{"POST", "state/destinations/6104/fail-test", `{"step":"Reach","error":"It is gone"}`},
	} {
		f.Control(c[0], c[1], c[2])
	}
	f.PostSegment(f.SegmentBody("name", `"Read once"`))
	return uris
}
