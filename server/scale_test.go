package server_test

import (
	"bytes"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"understudy/fixtures"
	"understudy/server"
	"understudy/server/internal/testkit"
)

// manyObjects is a world whose one destination has many objects.
func manyObjects(t testing.TB, objects int) testkit.Fake {
	t.Helper()
	w := testkit.EmptyWorld(t)
	w.Connectors = []fixtures.Connector{{ServiceName: "crm", Label: "CRM"}}
	d := fixtures.Destination{ID: 1, WorkspaceID: w.Workspaces[0].ID, Name: "Large", Type: "crm", CreatedAt: "2024-01-01T00:00:00Z"}
	for i := range objects {
		d.Objects = append(d.Objects, fixtures.DestinationObject{Label: "Object", FullName: fmt.Sprint("object_", i)})
	}
	w.Destinations = []fixtures.Destination{d}
	return testkit.OpenAtNoon(t, server.Options{World: w})
}

func TestALargeDestinationIsNotShownWholeInATable(t *testing.T) {
	f := manyObjects(t, 5000)
	if a := f.Control("GET", "state/destinations", ""); a.Get("rows.0.objects.#").Int() != 100 {
		t.Errorf("a page shows %d objects", a.Get("rows.0.objects.#").Int())
	}
	if a := f.Control("GET", "state/destinations/1", ""); a.Get("objects.#").Int() != 5000 || a.Get("objects.4999.full_name").Str != "object_4999" {
		t.Errorf("the row shows %d objects", a.Get("objects.#").Int())
	}
	page := f.Control("GET", "console/state?table=destinations&row=1", "").Body
	if !strings.Contains(page, "Read and change all of it at state/destinations/1") || strings.Contains(page, "object_4999") || strings.Contains(page, `id="put"`) {
		t.Errorf("the console has a page of %d bytes, with the row as a form", len(page))
	}
}

func TestALargeDestinationIsPutWhole(t *testing.T) {
	for _, objects := range []int{0, 3, 250, 251, 400} {
		f := manyObjects(t, 250)
		var names []string
		for i := range objects {
			names = append(names, fmt.Sprintf(`{"label":"New","full_name":"new_%d"}`, i))
		}
		if a := f.Control("PATCH", "state/destinations/1", `{"objects":[`+strings.Join(names, ",")+`]}`); a.Code != 200 {
			t.Fatal(a)
		}
		a := f.Get("/api/v1/destinations/1/objects?order=asc&per_page=100&page=" + fmt.Sprint(max(1, (objects+99)/100)))
		last := a.Get("data.@reverse.0.full_name").Str
		if a.Get("pagination.total_records").Int() != int64(objects) || objects > 0 && last != fmt.Sprintf("new_%d", objects-1) {
			t.Errorf("of %d objects, the last is %q: %s", objects, last, a)
		}
	}
}

// TestAnInvitationHoldsLittleMoreThanItsJSON measures the memory in use with and
// without a world, before and after all of its pages are requested.
func TestAnInvitationHoldsLittleMoreThanItsJSON(t *testing.T) {
	const records = 20_000
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	var text bytes.Buffer
	if err := fixtures.Generate(&text, fixtures.Size{Invitations: records, Seed: 7}); err != nil {
		t.Fatal(err)
	}
	json := int64(text.Len()) / records
	testkit.Open(t, server.Options{World: testkit.EmptyWorld(t)}).ListInvitations("") // what any fake keeps in memory
	_, before := testkit.InUse(t)
	f := testkit.Open(t, server.Options{World: parsed(t, text.Bytes())})
	check := func(when string) {
		_, after := testkit.InUse(t)
		each := (after - before) / records
		t.Logf("%s, an invitation of %d bytes of JSON holds %d", when, json, each)
		if each > 3*json+1000 {
			t.Errorf("%s, an invitation holds %d bytes; want at most %d", when, each, 3*json+1000)
		}
	}
	check("at first")
	for page := range records / 100 {
		if a := f.ListInvitations(fmt.Sprintf("?per_page=100&page=%d", page+1)); a.Code != 200 {
			t.Fatal(a)
		}
	}
	check("when every page was shown")
	runtime.KeepAlive(f)
	runtime.KeepAlive(text)
}

func parsed(t testing.TB, text []byte) *fixtures.World {
	t.Helper()
	w, err := fixtures.Parse("world.json", text)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// BenchmarkMillion measures a world of a million invitations: its first page and
// its last, a creation, a fork, a reset and a snapshot.
func BenchmarkMillion(b *testing.B) {
	const records = 1_000_000
	f := large(b, records)
	for _, order := range []string{"asc", "desc"} {
		for name, page := range map[string]int{"first": 1, "last": records / 25} {
			b.Run(fmt.Sprintf("list/%s/%s", order, name), func(b *testing.B) {
				query := fmt.Sprintf("?order=%s&page=%d", order, page)
				b.ReportAllocs()
				for b.Loop() {
					f.ListInvitations(query)
				}
			})
		}
	}
	for name, do := range map[string]func(){
		"create":   func() { f.Control("POST", "state/invitations", `{"email":"new@example.com"}`) },
		"fork":     func() { fork(f) },
		"reset":    func() { f.Control("POST", "sandboxes/default/reset", "") },
		"snapshot": func() { f.Control("POST", "sandboxes/default/snapshots", `{"name":"kept"}`) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				do()
			}
		})
	}
}

// BenchmarkManyObjects measures a world whose one destination has a hundred
// thousand objects: the first page of them and the last, and a renaming.
func BenchmarkManyObjects(b *testing.B) {
	const objects = 100_000
	f := manyObjects(b, objects)
	for name, page := range map[string]int{"first": 1, "last": objects / 25} {
		b.Run("list/"+name, func(b *testing.B) {
			path := fmt.Sprintf("/api/v1/destinations/1/objects?page=%d", page)
			b.ReportAllocs()
			for b.Loop() {
				f.Get(path)
			}
		})
	}
	b.Run("rename", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			f.Do("PATCH", "/api/v1/destinations/1", `{"service_connection":{"name":"Renamed"}}`, testkit.Bearer(f.TestData().WorkspaceToken))
		}
	})
}

// BenchmarkOpen opens a world of 100,000 invitations from its JSON.
func BenchmarkOpen(b *testing.B) {
	var text bytes.Buffer
	if err := fixtures.Generate(&text, fixtures.Size{Invitations: 100_000, Seed: 7}); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		testkit.Open(b, server.Options{World: parsed(b, text.Bytes())})
	}
}
