package server_test

import (
	"fmt"
	"strings"
	"testing"

	"understudy/fixtures"
	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/spec"
)

func presetFake(t *testing.T, name string) testkit.Fake {
	t.Helper()
	w, err := fixtures.PresetWorld(name)
	if err != nil {
		t.Fatal(err)
	}
	return testkit.Open(t, server.Options{World: w, Control: true})
}

// TestEveryOperationSucceedsWithEachPreset sends the requests of the default world.
func TestEveryOperationSucceedsWithEachPreset(t *testing.T) {
	like := testkit.Open(t, server.Options{})
	for _, name := range fixtures.PresetNames() {
		f := presetFake(t, name)
		for _, o := range spec.Operations {
			r := like.Request(o.ID)
			switch o.ID {
			case spec.ListDestinationObjects:
				r.Path = f.DestinationPath(like.TestData().DestinationID) + "/objects"
			case spec.UpdateConnector, spec.PublishConnector:
				r = f.Request(o.ID)
			}
			if strings.Contains(r.Path, "/2301") {
				r.Path = strings.Replace(r.Path, f.SegmentsPath()+"/2301", f.CreateSegment(), 1)
			}
			if a := f.Send(r); a.Code/100 != 2 {
				t.Errorf("%s: %s %s: %s", name, r.Method, r.Path, a)
			}
		}
	}
}

func TestThePresetEmptyHasEmptyLists(t *testing.T) {
	f := presetFake(t, "empty")
	g := f.TestData()
	for path, token := range map[string]string{
		"/api/v1/invitations":                                           g.PersonalToken,
		f.DestinationPath(g.DestinationID) + "/objects":                 g.WorkspaceToken,
		fmt.Sprintf("/api/v1/sources/%d/topics", g.EmptyTopicsSourceID): g.WorkspaceToken,
	} {
		if a := f.Do("GET", path, "", testkit.Bearer(token)); a.Code != 200 || a.Get("data").Raw != "[]" {
			t.Errorf("%s: %s", path, a)
		}
	}
}

func TestThePresetLargeHasManyPages(t *testing.T) {
	f := presetFake(t, "large")
	for _, operation := range []string{spec.ListInvitations, spec.ListDestinationObjects} {
		if a := f.Call(operation, ""); a.Code != 200 || a.Get("pagination.last_page").Int() < 20 {
			t.Errorf("%s: %d, %s", operation, a.Code, a.Get("pagination"))
		}
	}
}

func TestThePresetExpiredLinksHasEachStateOfALink(t *testing.T) {
	f := presetFake(t, "expired-links")
	for name, code := range map[string]int{"live": 200, "expired": 410, "revoked": 410, "expired-and-revoked": 410, "unknown": 404} {
		if a := f.Follow(testkit.BaseURL + "/embed/segment?auth=EXAMPLE-" + name + "-link"); a.Code != code {
			t.Errorf("the link that is %s: HTTP %d, want %d", name, a.Code, code)
		}
	}
	if a := f.Control("POST", "clock/advance", `{"to":"2126-01-01T00:00:00Z"}`); a.Code != 200 {
		t.Fatal(a)
	}
	if a := f.Follow(testkit.BaseURL + "/embed/segment?auth=EXAMPLE-live-link"); a.Code != 410 {
		t.Errorf("in 2126 the live link gets HTTP %d", a.Code)
	}
}

func TestASandboxOfAPreset(t *testing.T) {
	f := testkit.Open(t, server.Options{Control: true})
	if a := f.Control("POST", "sandboxes", `{"id":"none","preset":"empty"}`); a.Code != 201 {
		t.Fatal(a)
	}
	for prefix, want := range map[string]int64{"": 137, "/s/none": 0} {
		a := f.Do("GET", prefix+"/api/v1/invitations", "", testkit.Bearer(f.TestData().PersonalToken))
		if a.Get("pagination.total_records").Int() != want {
			t.Errorf("%q: %s", prefix, a)
		}
	}
	for body, says := range map[string]string{
		`{"preset":"smal"}`:                   `preset: there is no preset "smal": did you mean "small"? use one of empty, small, large, expired-links`,
		`{"preset":"small","fork":"default"}`: "fork, snapshot, preset and fixture: give one of them",
		`{"preset":7}`:                        "preset: has the wrong type: write a string",
	} {
		if a := f.Control("POST", "sandboxes", body); a.Code != 400 || !strings.HasPrefix(a.Get("error").Str, says) {
			t.Errorf("%s: %s", body, a)
		}
	}
}

func BenchmarkPreset(b *testing.B) {
	for _, name := range fixtures.PresetNames() {
		b.Run(fmt.Sprintf("name=%s", name), func(b *testing.B) {
			for b.Loop() {
				w, err := fixtures.PresetWorld(name)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := server.New(server.Options{World: w}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
