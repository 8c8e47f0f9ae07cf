package steps_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/target"
)

// showingNames makes a deployment show the names of destinations in another form.
func showingNames(form func(string) string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := httptest.NewRecorder()
		next.ServeHTTP(a, r)
		body := a.Body.String()
		if name := gjson.Get(body, "data.name"); strings.HasPrefix(r.URL.Path, "/api/v1/destinations/") && name.Exists() {
			shown, _ := json.Marshal(form(name.String()))
			body = body[:name.Index] + string(shown) + body[name.Index+len(name.Raw):]
		}
		w.Header()["Content-Type"] = a.Header()["Content-Type"]
		w.WriteHeader(a.Code)
		_, _ = w.Write([]byte(body))
	})
}

// lastNamed is the last name that was sent to a deployment.
func lastNamed(rec *recorder, tg target.Target) (name string) {
	for _, s := range rec.requests(http.MethodPatch) {
		if sent := gjson.Get(s.body, "service_connection.name"); s.path == destinationPath(tg) && sent.Exists() {
			name = sent.String()
		}
	}
	return name
}

// only is the only entry of a kind.
func only(t *testing.T, r *report.Run, kind string) report.Entry {
	t.Helper()
	got := ofKind(r, kind)
	if len(got) != 1 {
		t.Fatalf("the ledger says %+v", got)
	}
	return got[0]
}

func TestTheOwnNameIsRestoredWhereItIsShownInAnotherForm(t *testing.T) {
	const name = "Depósito nº 4 / norte" // that of the sample
	for rule, c := range map[string]struct {
		form   func(string) string
		sample bool
		want   string
		note   string
	}{
		"lower-cased": {strings.ToLower, true, name,
			` and restored; GET of the destination shows "depósito nº 4 / norte" instead of "Depósito nº 4 / norte", as before the run: if that is wrong, restore it by PATCH /api/v1/destinations/6400000101003 with samples.service_connection of the target file`},
		"cut off": {func(s string) string { return string([]rune(s)[:10]) }, true, name,
			` and restored; GET of the destination shows "Depósito n" instead of "Depósito nº 4 / norte", as before the run: `},
		"without a sample": {strings.ToLower, false, strings.ToLower(name), " and restored, read back by GET of the destination"},
	} {
		t.Run(rule, func(t *testing.T) {
			rec, tg := recorded(t, nil)
			rec.next = showingNames(c.form, rec.next)
			if !c.sample {
				tg.Samples.ServiceConnection = nil
			}
			r := verifyUntil(t.Context(), t, tg, steps.Options{Tags: "@operation:update-destination"})
			if got := lastNamed(rec, tg); got != c.want {
				t.Errorf("it is named %q, want %q", got, c.want)
			}
			if got := only(t, r, "destination"); got.Left || got.Name != c.want || !strings.HasPrefix(got.Note, "renamed ") || !strings.Contains(got.Note, c.note) {
				t.Errorf("the ledger says %+v, want %q", got, c.note)
			}
			if blamed, _ := failed(r); !slices.Equal(blamed, []string{"destination-name-kept"}) {
				t.Errorf("failed: %v", blamed)
			}
		})
	}
}

// withoutTexts leaves out the scenarios that try every kind of text: how often they
// write depends on what other scenarios have tried.
func withoutTexts(s report.Scenario) bool {
	return !strings.Contains(s.Address, "#names-of-many-kinds")
}

// withoutNames shows no name: it rejects the retrieval and an update without a name.
func withoutNames(w http.ResponseWriter, r *http.Request, body string) bool {
	named := gjson.Get(body, "service_connection.name").Exists()
	if !strings.HasPrefix(r.URL.Path, "/api/v1/destinations/") || strings.HasSuffix(r.URL.Path, "/objects") || r.Header.Get("Authorization") == "" {
		return false
	}
	w.Header().Set("Content-Type", "application/json")
	if !named {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return true
	}
	_, _ = w.Write([]byte(`{"status":"updated","data":{"id":6400000101003}}`))
	return true
}

func TestTheLedgerSaysWhatWasReadBackAndHow(t *testing.T) {
	for rule, c := range map[string]struct {
		switches  []string
		interfere func(http.ResponseWriter, *http.Request, string) bool
		sample    string
		left      bool
		note      string
	}{
		"by the retrieval":                       {nil, nil, "", false, " and restored, read back by GET of the destination"},
		"by an update":                           {[]string{"no-destination-retrieval"}, nil, "", false, " and restored, read back by an update without a name"},
		"by the update itself":                   {[]string{"no-destination-retrieval", "destination-patch-replaces"}, nil, "", false, " and restored, read back by the response to the update itself"},
		"by an update, as the retrieval is late": {[]string{"late-destination-retrieval"}, nil, "", false, " and restored, read back by an update without a name"},
		"by nothing":                             {nil, withoutNames, "", false, " and restored; nothing shows the name, so it was not read back: if it is wrong, restore it by PATCH /api/v1/destinations/"},
		"what was another before":                {nil, nil, "Another", false, ` and restored, read back by GET of the destination; before the run it showed "Depósito nº 4 / norte"`},
		"what was not kept":                      {[]string{"destination-earlier-name-not-kept"}, nil, "", true, ", and not restored: an update without a name shows \"understudy "},
	} {
		t.Run(rule, func(t *testing.T) {
			rec, tg := recorded(t, c.interfere, c.switches...)
			if c.sample != "" {
				tg.Samples.ServiceConnection["name"] = c.sample
			}
			times := 7
			if c.interfere != nil {
				times++ // it accepts a wrong type: the update is sent once more, cut off
			}
			r := verifyUntil(t.Context(), t, tg, steps.Options{Tags: renames, Only: withoutTexts})
			if got := only(t, r, "destination"); got.Left != c.left || !strings.HasPrefix(got.Note, fmt.Sprintf("renamed %d times", times)) || !strings.Contains(got.Note, c.note) {
				t.Errorf("the ledger says %+v, want %q", got, c.note)
			}
			if strings.HasSuffix(r.Closing(), "; not restored: destination 6400000101003") != c.left {
				t.Errorf("the closing line is %q", r.Closing())
			}
			if got, want := lastNamed(rec, tg), tg.Samples.ServiceConnection["name"]; got != want {
				t.Errorf("it was named %q last, want %q", got, want)
			}
		})
	}
}

func TestTheFirstRenamingIsAnnounced(t *testing.T) {
	for rule, c := range map[string]struct {
		sample bool
		want   string
	}{
		"with the sample": {true, "samples.service_connection of the target file"},
		"by the name":     {false, `{"service_connection":{"name":"Depósito nº 4 / norte"}}`},
	} {
		rec, tg := recorded(t, nil)
		if !c.sample {
			tg.Samples.ServiceConnection = nil
		}
		var lines []string
		verifyUntil(t.Context(), t, tg, steps.Options{Tags: "@operation:update-destination", OnNotice: func(line string) {
			if len(rec.requests(http.MethodPatch)) > 0 && lastNamed(rec, tg) != "Depósito nº 4 / norte" {
				t.Errorf("%s: it was renamed before", rule)
			}
			lines = append(lines, line)
		}})
		want := `destination 6400000101003 is renamed during the run: if the run is killed, restore the name "Depósito nº 4 / norte" by PATCH /api/v1/destinations/6400000101003 with ` + c.want
		if !slices.Equal(lines, []string{want}) {
			t.Errorf("%s: %q, want %q", rule, lines, want)
		}
	}
}

// withoutLabels rejects updates without a label.
func withoutLabels(w http.ResponseWriter, r *http.Request, body string) bool {
	unread := r.Method == http.MethodPatch && !gjson.Get(body, "connector.label").Exists()
	if unread {
		w.WriteHeader(http.StatusUnprocessableEntity)
	}
	return unread
}

func asItIs(*target.Target) {}

// TestTheLabelOfTheTargetsConnectorIsRestored verifies a deployment that creates no
// connectors, so that the target's own is updated.
func TestTheLabelOfTheTargetsConnectorIsRestored(t *testing.T) {
	const ofUpdates = "@operation:update-connector"
	for rule, c := range map[string]struct {
		switches  []string
		interfere func(http.ResponseWriter, *http.Request, string) bool
		change    func(*target.Target)
		want      string // the label that was sent last; empty: one of the run
		left      bool
		note      string
	}{
		"as it was read": {nil, nil, asItIs, "Sluice Sluice-2.main~x", false, " and restored, read back by an update without a label"},
		"as the sample says": {nil, nil, func(tg *target.Target) {
			tg.Samples.Connector["service_name"], tg.Samples.Connector["label"] = tg.Resources.ConnectorServiceName, "Sluice A"
		}, "Sluice A", false, ` and restored, read back by an update without a label; before the run it showed "Sluice Sluice-2.main~x"`},
		"not where it is not kept": {[]string{"connector-later-label-not-kept"}, nil, asItIs, "Sluice Sluice-2.main~x", true,
			", and not restored: an update without a label shows \"understudy "},
		"not where it cannot be read": {nil, withoutLabels, asItIs, "", true, "its label was changed, or may have been: this API does not show the one from before"},
	} {
		t.Run(rule, func(t *testing.T) {
			rec, tg := recorded(t, c.interfere, append(c.switches, "connector-create-refused")...)
			tg.AllowPublish, tg.Resources.PublishableConnectorServiceName = false, ""
			c.change(&tg)
			updates := func() []seen {
				others := func(s seen) bool { return path.Base(s.path) != tg.Resources.ConnectorServiceName }
				return slices.DeleteFunc(rec.requests(http.MethodPatch), others)
			}
			var first string
			r := verifyUntil(t.Context(), t, tg, steps.Options{Tags: ofUpdates, OnNotice: func(line string) {
				if first == "" && len(updates()) == 0 {
					first = line
				}
			}})
			if want := "no operation shows the label of connector " + tg.Resources.ConnectorServiceName; !strings.HasPrefix(first, want) {
				t.Errorf("before the first update it says %q, want %q", first, want)
			}
			last := ""
			for _, s := range updates() {
				if label := gjson.Get(s.body, "connector.label"); label.Exists() && s.status == http.StatusOK {
					last = label.String()
				}
				if data := gjson.Get(s.body, "connector.data"); data.Exists() {
					t.Errorf("data was sent to it: %s", s.body)
				}
			}
			if last != c.want && (c.want != "" || !strings.Contains(last, r.RunID)) {
				t.Errorf("it is labelled %q, want %q", last, c.want)
			}
			if slices.Contains(r.Broken(), "connector-label-kept") != (c.switches != nil) {
				t.Errorf("broken: %v", r.Broken())
			}
			if got := only(t, r, "connector"); got.Left != c.left || !strings.Contains(got.Note, c.note) {
				t.Errorf("the ledger says %+v, want %q", got, c.note)
			}
		})
	}
}

// TestTheNameIsRestoredAfterAFailure has a scenario fail, and ends a run by a time
// limit.
func TestTheNameIsRestoredAfterAFailure(t *testing.T) {
	rec, tg := recorded(t, nil, "destination-answers-old-name")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var once sync.Once
	r := verifyUntil(ctx, t, tg, steps.Options{Tags: "@operation:update-destination", OnResponse: func(operation string, _ contract.Response) {
		if renamed := lastNamed(rec, tg); operation == spec.UpdateDestination && strings.HasPrefix(renamed, "understudy ") {
			once.Do(stop) // as --timeout does
		}
	}})
	if !r.Interrupted || lastNamed(rec, tg) != "Depósito nº 4 / norte" {
		t.Errorf("interrupted: %v, and it is named %q", r.Interrupted, lastNamed(rec, tg))
	}
	if got := only(t, r, "destination"); got.Left {
		t.Errorf("the ledger says %+v", got)
	}
}
