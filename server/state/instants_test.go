package state_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"understudy/fixtures"
	"understudy/server"
	"understudy/server/internal/testkit"
)

// instants are extreme instants, and whether a world can hold them. Years 0001 to 9999
// in UTC can be written, and the zero time means none.
var instants = map[string]bool{
	"0000-06-01T00:00:00Z":           false,
	"0000-01-01T00:00:00+14:00":      false,
	"0001-01-01T00:00:00Z":           false,
	"9999-12-31T23:59:59.999999999Z": true,
	"9999-12-31T23:59:59-12:00":      false,
}

// timestamps are the paths of all timestamps of a type, such as
// segments.cohorts.created_at.
func timestamps(of reflect.Type, path string) (found []string) {
	switch {
	case of == reflect.TypeFor[fixtures.Timestamp]():
		return []string{path}
	case of.Kind() == reflect.Slice || of.Kind() == reflect.Pointer:
		return timestamps(of.Elem(), path)
	case of.Kind() != reflect.Struct:
		return nil
	}
	for i := range of.NumField() {
		name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		found = append(found, timestamps(of.Field(i).Type, strings.TrimPrefix(path+"."+name, "."))...)
	}
	return found
}

// rowTimestamps are the timestamps of rows: all but those of the state.
func rowTimestamps(t *testing.T) []string {
	t.Helper()
	all := slices.DeleteFunc(timestamps(reflect.TypeFor[fixtures.World](), ""), func(path string) bool { return strings.HasPrefix(path, "state.") })
	if len(all) != 13 {
		t.Fatalf("there are %d timestamps: %q", len(all), all)
	}
	return all
}

// at finds the object that has the last member of a path, the first in each list.
func at(v any, path []string) (object map[string]any) {
	switch v := v.(type) {
	case []any:
		for _, each := range v {
			if object == nil {
				object = at(each, path)
			}
		}
	case map[string]any:
		if inner, ok := v[path[0]]; !ok || len(path) > 1 {
			return at(inner, path[1:])
		}
		return v
	}
	return object
}

// full is a fake whose world has every timestamp there is.
func full(t *testing.T) testkit.Fake {
	f := testkit.OpenAtNoon(t, server.Options{})
	testkit.Use(f)
	return f
}

func TestAnExtremeInstantOfAWorldIsRejectedOrPreserved(t *testing.T) {
	text := testkit.Written(t, full(t))
	for _, path := range rowTimestamps(t) {
		for instant, fits := range instants {
			t.Run(path+" "+instant, func(t *testing.T) {
				var world any
				if err := json.Unmarshal([]byte(text), &world); err != nil {
					t.Fatal(err)
				}
				steps := strings.Split(path, ".")
				member := steps[len(steps)-1]
				at(world, steps)[member] = instant
				changed, err := json.Marshal(world)
				if err != nil {
					t.Fatal(err)
				}
				w, err := fixtures.Parse("extreme.json", changed)
				if err != nil {
					if says := err.Error(); !strings.Contains(says, member) || !fits && !strings.Contains(says, "is out of range") {
						t.Error(says)
					}
					return
				}
				first := testkit.OpenAtNoon(t, server.Options{World: w})
				saved := testkit.Written(t, first)
				if !fits || !strings.Contains(saved, instant) || testkit.Written(t, testkit.Reopen(t, first)) != saved {
					t.Errorf("it was read, and saved as %s", saved)
				}
			})
		}
	}
}

func TestAnExtremeInstantOfARowIsRejectedOrPreserved(t *testing.T) {
	for _, path := range rowTimestamps(t) {
		for instant, fits := range instants {
			t.Run(path+" "+instant, func(t *testing.T) {
				f := full(t)
				steps := strings.Split(strings.TrimPrefix(path, "sources."), ".")
				table, steps := steps[0], steps[1:]
				row := rowWith(f, table, steps)
				at(row, steps)[steps[len(steps)-1]] = instant
				body, err := json.Marshal(map[string]any{steps[0]: row[steps[0]]})
				if err != nil {
					t.Fatal(err)
				}
				a := f.Control("PATCH", fmt.Sprintf("state/%s/%v", table, row["id"]), string(body))
				switch {
				case a.Code == 200 && fits:
					if saved := testkit.Written(t, f); !strings.Contains(saved, instant) || testkit.Written(t, testkit.Reopen(t, f)) != saved {
						t.Errorf("it was saved as %s", saved)
					}
				case a.Code != 400 || !strings.Contains(a.Get("error").Str, steps[len(steps)-1]):
					t.Error(a)
				case !fits && !strings.Contains(a.Get("error").Str, "is out of range"):
					t.Error(a)
				}
			})
		}
	}
}

// rowWith is the first row of a table that has a member.
func rowWith(f testkit.Fake, table string, path []string) map[string]any {
	f.Helper()
	var page struct{ Rows []map[string]any }
	if err := json.Unmarshal([]byte(f.Control("GET", "state/"+table+"?per_page=100", "").Body), &page); err != nil {
		f.Fatal(err)
	}
	for _, row := range page.Rows {
		if o := at(row, path); o != nil && o[path[len(path)-1]] != nil {
			return row
		}
	}
	f.Fatalf("no row of %s has %q", table, path)
	return nil
}

// TestTheLastInstantOfAClock opens worlds with clocks at the last possible instant.
func TestTheLastInstantOfAClock(t *testing.T) {
	state := func(frozenAt string) string {
		return `{"id":"end","fixture":{"organization":{"id":9,"name":"O"},"workspaces":[{"id":9,"name":"W","token":"own-w"}],"users":[{"id":9,"email":"u@example.com","token":"own-u"}],` +
			`"state":{"saved_at":"2025-01-01T00:00:00Z","link_key":"` + strings.Repeat("0", 64) + `","gaps":["timestamp-form=offset","link-lifetime=2562047h"],"clock":{"frozen_at":"` + frozenAt + `"}},` +
			`"sources":[{"id":9,"workspace_id":9,"name":"S","datasets":[{"id":9}]}],"segments":[{"id":9,"source_id":9,"dataset_id":9,"name":"N","created_at":"9999-12-31T23:59:59Z","molecules":[]}]}}`
	}
	f := testkit.OpenAtNoon(t, server.Options{})
	for _, late := range []string{"9701-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00Z"} {
		if a := f.Control("POST", "sandboxes", state(late)); a.Code != 400 || !strings.Contains(a.Body, "state.clock.frozen_at: ") {
			t.Errorf("%s: %s", late, a)
		}
	}
	if a := f.Control("POST", "sandboxes", state("9700-12-31T23:59:59.999999999Z")); a.Code != 201 {
		t.Fatal(a)
	}
	const segment = "/s/end/api/v1/sources/9/filter_segments/9"
	link := f.Do("POST", segment+"/segment_management_links", `{"redirect_uri":"https://app.example.com"}`, testkit.Bearer("own-w"))
	if at := link.Get("data.expiration").Str; !strings.HasPrefix(at, "9993-") || link.Get("data.expired").Bool() {
		t.Errorf("a link expires at %s: %s", at, link)
	}
	if at := f.Do("GET", segment, "", testkit.Bearer("own-w")).Get("data.created_at").Str; at != "9999-12-31T23:59:59+00:00" {
		t.Errorf("it was created at %s", at)
	}
	for _, path := range []string{"clock", "journal", "journal/1", "state", "state/links/1"} {
		if a := f.Control("GET", path+"?sandbox=end", ""); a.Code != 200 {
			t.Errorf("%s: %s", path, a)
		}
	}
	if a := f.Control("POST", "clock/advance?sandbox=end", `{"seconds":1}`); a.Code != 400 || !strings.Contains(a.Body, "ends with the year 9700") {
		t.Error(a)
	}
}
