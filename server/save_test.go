package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"understudy/fixtures"
	"understudy/server"
	"understudy/server/sandbox"
	"understudy/spec/gap"
)

var noon = time.Date(2025, 3, 1, 12, 0, 0, 123_456_789, time.UTC)

func opened(t testing.TB, o server.Options) fake {
	t.Helper()
	o.Control, o.AsyncDelay, o.Now = true, time.Minute, func() time.Time { return noon }
	s, err := server.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return fake{t, s}
}

// reopened is a fake that goes on from what another one saved in a file.
func reopened(t *testing.T, f fake) fake {
	t.Helper()
	file := filepath.Join(t.TempDir(), "state.json")
	if err := fixtures.WriteFile(file, f.World().Write); err != nil {
		t.Fatal(err)
	}
	w, err := fixtures.LoadState(file)
	if err != nil {
		t.Fatal(err)
	}
	return opened(t, server.Options{World: w})
}

// written is the world of a fake, as a file holds it.
func written(t *testing.T, f fake) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.World().Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// lived does to a fake what its clients and its owner may do, and answers the
// uris of the links that it gave out.
func lived(f fake) (uris []string) {
	workspace := bearer(f.Ground().WorkspaceToken)
	for _, molecules := range []string{
		`[]`, `["AND"]`, "[" + atomic + "]", `[ {"attribute":"<b>\u00e9","attribute_type":"odour","operator":"smells","value":"1e400"} ]`,
	} {
		for _, name := range []string{`""`, `"Caf\u00e9 <readers>"`, "17"} {
			if a := f.post(f.segment("name", name, "molecules", molecules)); a.code == http.StatusCreated {
				path := fmt.Sprintf("%s/%d/segment_management_links", f.segments(), a.get("data.id").Int())
				uris = append(uris, f.do("POST", path, `{"redirect_uri":"https://app.example.com/back?a=1"}`, workspace).get("data.uri").Str)
			}
		}
	}
	f.post(f.segment("dataset_id", "999"))
	for _, body := range []string{
		`{"connector":{"service_name":"made","label":"Made","data":{"url":"https://made.example.com","headers":{"X-Key":"header-secret"}},"icon_url":"text","configuration_definition":{"a":{"type":"odour","default":"1"},"b":{"type":"boolean","secret":true,"default":"default-secret"},"c":{"type":""}}}}`,
		`{"connector":{"label":"Made by label"}}`,
		`{"connector":{"service_name":"blank","label":"","configuration_definition":{}}}`,
		`{"connector":{"service_name":"blank_id","label":"Blank id","configuration_definition":{"":{"secret":true}}}}`,
		`{"connector":{"service_name":"plain","label":"Plain","data":{"url":"https://plain.example.com","headers":{"X-Key":"header-secret"}},"configuration_definition":{"a":{"default":"1"},"b":{"type":"boolean","secret":true,"default":"default-secret"}}}}`,
		`{"connector":{"service_name":"bare","label":"Bare","data":{"url":"https://bare.example.com"},"configuration_definition":{}}}`,
	} {
		f.do("POST", "/api/v1/connectors", body, workspace)
	}
	f.do("PUT", "/api/v1/connectors/made/publish_to_organization", "", workspace)
	destination := fmt.Sprintf("/api/v1/destinations/%d", f.Ground().DestinationID)
	f.do("PATCH", destination, `{"service_connection":{"name":"Renamed","credentials":{"account_name":"Shown","unheard":"credential-secret"}}}`, workspace)
	f.do("PATCH", "/api/v1/destinations/6104", `{"service_connection":{"name":""}}`, workspace)
	for _, c := range [][3]string{
		{"POST", "clock/advance", `{"seconds":61}`}, {"PUT", "transitions", `{"segment":{"reads":2}}`},
		{"POST", "state/invitations", `{"email":"new@example.com"}`}, {"POST", "state/invitations/5310/claim", ""},
		{"POST", "state/links/1/revoke", ""}, {"POST", "state/segments/1/hold", ""},
		{"PATCH", "state/links/2", `{"expires_at":"2025-03-01T12:00:00Z"}`},
		{"POST", "state/destinations/6104/fail-test", `{"step":"Reach","error":"It is gone"}`},
	} {
		f.control(c[0], c[1], c[2])
	}
	f.post(f.segment("name", `"Read once"`))
	return uris
}

// told is what a fake answers to everything that can be read, and then to some
// writes, in an order that is always the same. Whatever is drawn anew for each
// link is left out.
func told(f fake, uris []string) (all []string) {
	ask := func(method, path, body string, edits ...edit) answer {
		a := f.do(method, path, body, edits...)
		text := a.body
		var b bytes.Buffer
		if json.Compact(&b, []byte(a.body)) == nil {
			text = b.String()
		}
		all = append(all, fmt.Sprintf("%s %s %s: %d %s", method, path, body, a.code, text))
		return a
	}
	workspace, personal := bearer(f.Ground().WorkspaceToken), bearer(f.Ground().PersonalToken)
	for page := range 4 {
		ask("GET", fmt.Sprintf("%s?page=%d&per_page=50&order=asc", invitations, page), "", personal)
	}
	for _, s := range fixtures.Default().Sources {
		ask("GET", fmt.Sprintf("/api/v1/sources/%d/topics", s.ID), "", workspace)
	}
	for _, d := range fixtures.Default().Destinations {
		ask("GET", fmt.Sprintf("/api/v1/destinations/%d", d.ID), "", workspace)
		ask("GET", fmt.Sprintf("/api/v1/destinations/%d/objects?per_page=3", d.ID), "", workspace)
	}
	for _, uri := range uris {
		ask("GET", strings.TrimPrefix(uri, base), "")
	}
	for id := range 40 {
		for _, suffix := range []string{"", "/source_status", "/source_status"} {
			ask("GET", fmt.Sprintf("%s/%d%s", f.segments(), id, suffix), "", workspace)
		}
	}
	for _, name := range []string{"made", "plain", "bare", "made_by_label", "blank", "blank_id", "returns_desk"} {
		ask("PATCH", "/api/v1/connectors/"+name, `{"connector":{}}`, workspace)
	}
	ask("POST", f.segments(), f.segment(), workspace)
	for _, table := range []string{"", "/connectors", "/destinations", "/sources", "/topics", "/segments", "/invitations"} {
		ask("GET", "/_understudy/state"+table, "", from(here))
	}
	ask("GET", "/_understudy/transitions", "", from(here))
	ask("GET", "/_understudy/clock", "", from(here))
	return all
}

func TestAFakeGoesOnFromWhatItSaved(t *testing.T) {
	choices := map[string]gap.Choice{"the defaults": {}}
	for seed := range uint64(8) {
		choices[fmt.Sprint("seed ", seed)] = gap.Random(seed)
	}
	for name, choice := range choices {
		t.Run(name, func(t *testing.T) {
			first := opened(t, server.Options{Choice: choice})
			uris := lived(first)
			if len(uris) == 0 {
				t.Fatal("there are no links")
			}
			second := reopened(t, first)
			want, got := told(first, uris), told(second, uris)
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("before: %s\nafter:  %s", want[i], got[i])
				}
			}
			if third := reopened(t, second); first.Ground().PersonalToken != third.Ground().PersonalToken {
				t.Error("the tokens changed")
			}
		})
	}
}

func TestAFakeGoesOnInTheMannerThatItSaved(t *testing.T) {
	looks := func(f fake) string {
		a := f.do("GET", invitations+"?per_page=3", "", bearer(f.Ground().PersonalToken), header("Accept-Encoding", "gzip"))
		return fmt.Sprint(a.code, a.header, a.body)
	}
	plain, varied := looks(opened(t, server.Options{})), 0
	for seed := range uint64(8) {
		first := opened(t, server.Options{Manner: seed + 1<<63})
		second := reopened(t, first)
		want := looks(first)
		if got := looks(second); got != want {
			t.Errorf("before: %s\nafter:  %s", want, got)
		}
		if want != plain {
			varied++
		}
		if got := looks(opened(t, server.Options{Manner: 1, World: second.World()})); got != looks(opened(t, server.Options{Manner: 1})) {
			t.Errorf("the manner that was asked for does not go before the saved one: %s", got)
		}
	}
	if varied == 0 {
		t.Error("every manner is plain")
	}
}

func TestTheSavedWorldIsTheOneSaved(t *testing.T) {
	first := opened(t, server.Options{Choice: gap.Random(3)})
	lived(first)
	if before, after := written(t, first), written(t, reopened(t, first)); before != after {
		t.Errorf("before: %s\nafter: %s", before, after)
	}
}

func TestASaveWritesTheWorldRowByRow(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state.json")
	f := opened(t, server.Options{StateFile: file})
	lived(f)
	if err := f.Save(); err != nil {
		t.Fatal(err)
	}
	saved, err := os.ReadFile(file)
	if err != nil || string(saved) != written(t, f) {
		t.Errorf("%v\n%s\nwant\n%s", err, saved, written(t, f))
	}
}

func TestASavedClockGoesOn(t *testing.T) {
	f := opened(t, server.Options{})
	f.control("POST", "clock/advance", `{"seconds":90}`)
	if now, frozen := reopened(t, f).home().Clock().Reading(); !now.Equal(noon.Add(90*time.Second)) || frozen {
		t.Errorf("it is at %s, frozen %t", now, frozen)
	}
	f.control("POST", "clock/freeze", "")
	if now, frozen := reopened(t, f).home().Clock().Reading(); !now.Equal(noon.Add(90*time.Second)) || !frozen {
		t.Errorf("it is at %s, frozen %t", now, frozen)
	}
}

func TestSaveIsOfTheDefaultSandbox(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state.json")
	f := opened(t, server.Options{StateFile: file})
	if _, err := f.Hub().Fork(sandbox.Default, "other"); err != nil {
		t.Fatal(err)
	}
	f.control("POST", "state/invitations?sandbox=other", `{"email":"other@example.com"}`)
	f.control("POST", "state/invitations", `{"email":"home@example.com"}`)
	if a := f.control("POST", "state/save", ""); a.code != 200 {
		t.Error(a)
	}
	w, err := fixtures.LoadState(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(w.Invitations); w.Invitations[n-1].Email != "home@example.com" {
		t.Errorf("the last is %s", w.Invitations[n-1].Email)
	}
	if a := f.control("POST", "state/save?sandbox=other", ""); a.code != 400 {
		t.Error(a)
	}
	if a := opened(t, server.Options{}).control("POST", "state/save", ""); a.code != 409 || !strings.Contains(a.get("error").Str, "--state") {
		t.Error(a)
	}
}

func TestAWorldIsSavedWithTheTokensThatOpenIt(t *testing.T) {
	f := opened(t, server.Options{})
	f.control("POST", "sandboxes", `{"id":"own","fixture":{"organization":{"id":9,"name":"Own"},"workspaces":[{"id":9,"name":"W","token":"own-w"}],"users":[{"id":9,"email":"u@example.com","token":"own-u"}]}}`)
	f.control("POST", "sandboxes/own/snapshots", `{"name":"own"}`)
	f.control("POST", "sandboxes/default/restore", `{"snapshot":"own"}`)
	g := reopened(t, f)
	if a := g.do("GET", invitations, "", bearer("own-u")); g.Ground().WorkspaceToken != "own-w" || a.code != 200 || a.get("pagination.total_records").Int() != 0 {
		t.Errorf("%s opens it: %s", g.Ground().WorkspaceToken, a)
	}
}

// TestAStateThatDoesNotOpenReplacesNoneThatDoes saves a world that no file let in.
func TestAStateThatDoesNotOpenReplacesNoneThatDoes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state.json")
	good := opened(t, server.Options{StateFile: file})
	if err := good.Save(); err != nil {
		t.Fatal(err)
	}
	bad := *fixtures.Default()
	bad.Invitations = slices.Clone(bad.Invitations)
	bad.Invitations[0].ClaimedAt = "2001-01-01T00:00:00Z"
	a := opened(t, server.Options{StateFile: file, World: &bad}).control("POST", "state/save", "")
	if says := a.get("error").Str; a.code != 409 || !strings.Contains(says, "which is as it was") || !strings.Contains(says, `invitations[0].claimed_at: must not be before created_at`) {
		t.Error(a)
	}
	if _, err := fixtures.LoadState(file); err != nil {
		t.Error(err)
	}
}
