package vocabulary

import (
	"reflect"
	"testing"
)

func TestFootprintsAddUp(t *testing.T) {
	once := func(name string, n int) Footprint {
		return Footprint{Requests: 1, Once: map[Shared]Footprint{{Of: name}: {Requests: n}}}
	}
	a, b := once("a", 1), once("b", 2)
	got := a.Plus(b).Plus(once("b", 2)).Plus(Footprint{Segments: 1, Connectors: 2, Links: 3, Renamings: 4, Waits: 5, Needs: "x"})
	want := Footprint{Requests: 3, Segments: 1, Connectors: 2, Links: 3, Renamings: 4, Waits: 5,
		Once: map[Shared]Footprint{{Of: "a"}: {Requests: 1}, {Of: "b"}: {Requests: 2}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if !reflect.DeepEqual(a, once("a", 1)) {
		t.Errorf("a sum changed what was added: %+v", a)
	}
}
