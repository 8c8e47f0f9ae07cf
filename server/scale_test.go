package server_test

import (
	"fmt"
	"strings"
	"testing"

	"understudy/fixtures"
	"understudy/server"
)

// manyObjects is a world whose one destination has many objects.
func manyObjects(t *testing.T, objects int) fake {
	t.Helper()
	w := emptyWorld(t)
	w.Connectors = []fixtures.Connector{{ServiceName: "crm", Label: "CRM"}}
	d := fixtures.Destination{ID: 1, WorkspaceID: w.Workspaces[0].ID, Name: "Large", Type: "crm", CreatedAt: "2024-01-01T00:00:00Z"}
	for i := range objects {
		d.Objects = append(d.Objects, fixtures.DestinationObject{Label: "Object", FullName: fmt.Sprint("object_", i)})
	}
	w.Destinations = []fixtures.Destination{d}
	return opened(t, server.Options{World: w})
}

func TestALargeDestinationIsNotShownWholeInATable(t *testing.T) {
	f := manyObjects(t, 5000)
	if a := f.control("GET", "state/destinations", ""); a.get("rows.0.objects.#").Int() != 100 {
		t.Errorf("a page shows %d objects", a.get("rows.0.objects.#").Int())
	}
	if a := f.control("GET", "state/destinations/1", ""); a.get("objects.#").Int() != 5000 || a.get("objects.4999.full_name").Str != "object_4999" {
		t.Errorf("the row shows %d objects", a.get("objects.#").Int())
	}
	page := f.control("GET", "console/state?table=destinations&row=1", "").body
	if !strings.Contains(page, "read and change it at state/destinations/1") || strings.Contains(page, "object_4999") || strings.Contains(page, `id="put"`) {
		t.Errorf("the console shows %d bytes of it, to be changed", len(page))
	}
}

func TestALargeDestinationIsPutWhole(t *testing.T) {
	for _, objects := range []int{0, 3, 250, 251, 400} {
		f := manyObjects(t, 250)
		var names []string
		for i := range objects {
			names = append(names, fmt.Sprintf(`{"label":"New","full_name":"new_%d"}`, i))
		}
		if a := f.control("PATCH", "state/destinations/1", `{"objects":[`+strings.Join(names, ",")+`]}`); a.code != 200 {
			t.Fatal(a)
		}
		a := f.get("/api/v1/destinations/1/objects?order=asc&per_page=100&page=" + fmt.Sprint(max(1, (objects+99)/100)))
		last := a.get("data.@reverse.0.full_name").Str
		if a.get("pagination.total_records").Int() != int64(objects) || objects > 0 && last != fmt.Sprintf("new_%d", objects-1) {
			t.Errorf("of %d objects, the last is %q: %s", objects, last, a)
		}
	}
}
