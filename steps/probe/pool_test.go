package probe

import (
	"slices"
	"testing"
)

func classes(ids ...string) (all []Class) {
	for _, id := range ids {
		all = append(all, Class{ID: id})
	}
	return all
}

func TestAPoolDrawsEachClassUntilItWasCompared(t *testing.T) {
	p := NewPool(classes("a", "b"))
	var drawn []string
	for range 3 {
		c, ok := p.Draw()
		if !ok {
			t.Fatal("nothing drawn")
		}
		p.Accept(c)
		drawn = append(drawn, c.ID)
	}
	if want := []string{"a", "b", "a"}; !slices.Equal(drawn, want) {
		t.Errorf("%v, want %v", drawn, want)
	}
	if p.Compared() || p.Left() != 1 {
		t.Errorf("compared %v, %d left: a was drawn twice", p.Compared(), p.Left())
	}
	p.Compare("a")
	p.Compare("no such class")
	if !p.Compared() || p.IsLeft("a") {
		t.Error("a was compared")
	}
	p.Compare("b")
	if c, ok := p.Draw(); ok || p.Left() != 0 {
		t.Errorf("%s is drawn once all were compared", c.ID)
	}
}

func TestWhatIsRejectedIsNotTriedAgain(t *testing.T) {
	all := append(classes("a", "b", "c", "d", "e"), Class{ID: "f", Under: []string{"a"}})
	p := NewPool(all)
	a, _ := p.Draw()
	p.Reject(a)
	if p.Left() != 4 || !slices.Equal(p.Off(), []string{"a"}) {
		t.Errorf("%d left, off %v: f is under a", p.Left(), p.Off())
	}
	b, _ := p.Draw()
	p.Accept(b)
	c, _ := p.Draw()
	p.Spend(c)
	d, _ := p.Draw()
	if _, ok := p.Draw(); d.ID != "d" || !ok {
		t.Errorf("%s drawn, more %v: an accepted class may be sent while another is tried", d.ID, ok)
	}
	p.Reject(d)
	if c, ok := p.Draw(); ok {
		t.Errorf("%q drawn after three rejections, and b was drawn twice", c.ID)
	}
	if p.Left() != 0 || !p.IsLeft("b") || p.IsLeft("a") {
		t.Errorf("%d left", p.Left())
	}
}

func TestWhatWasAcceptedIsDrawnOnceMoreUntilItWasCompared(t *testing.T) {
	p := NewPool([]Class{{ID: "a"}, {ID: "b"}, {ID: "c", whole: true}, {ID: "d"}})
	if c, ok := p.DrawAccepted(); ok {
		t.Errorf("%s is drawn before one was accepted", c.ID)
	}
	for range 3 {
		c, _ := p.Draw()
		p.Accept(c)
	}
	p.Compare("a")
	if c, _ := p.DrawAccepted(); c.ID != "b" {
		t.Errorf("%q is drawn: a was compared", c.ID)
	}
	if c, ok := p.DrawAccepted(); ok {
		t.Errorf("%s is drawn: b was drawn twice, c replaces a name, and d was not sent", c.ID)
	}
	if c, ok := p.Draw(); !ok || c.ID != "d" {
		t.Errorf("%q is drawn after them", c.ID)
	}
}

func TestAClassThatShowsNoMoreThanAnotherIsTriedWhereThatIsRejected(t *testing.T) {
	long := []Class{{ID: "long"}, {ID: "shorter", Unless: []string{"long"}}}
	p := NewPool(long)
	c, _ := p.Draw()
	p.Accept(c)
	p.Compare(c.ID)
	if c, ok := p.Draw(); ok || p.Left()+p.ToCompare() > 0 || p.IsLeft("shorter") {
		t.Errorf("%q is drawn, %d left, %d to compare: long was accepted", c.ID, p.Left(), p.ToCompare())
	}
	p = NewPool(append(long, classes("a", "b", "c")...))
	for _, want := range []string{"long", "shorter", "a", "b"} {
		if c, _ := p.Draw(); c.ID != want {
			t.Fatalf("%q is drawn, want %s", c.ID, want)
		} else {
			p.Reject(c)
		}
	}
	if c, ok := p.Draw(); ok {
		t.Errorf("%s is drawn after three rejections, beside that of shorter", c.ID)
	}
}

func TestATextInsteadOfANameIsDrawnOnce(t *testing.T) {
	p := NewPool([]Class{{ID: "a", whole: true}, {ID: "b"}})
	var drawn []string
	for c, ok := p.Draw(); ok; c, ok = p.Draw() {
		p.Return(c)
		drawn = append(drawn, c.ID)
	}
	if want := []string{"a", "b", "b"}; !slices.Equal(drawn, want) {
		t.Errorf("%v, want %v", drawn, want)
	}
}

func TestATextInsteadOfANameIsDrawnAgainWhereItCreatedNothing(t *testing.T) {
	p := NewPool([]Class{{ID: "a", whole: true}})
	for range 3 {
		c, ok := p.Draw()
		if !ok {
			t.Fatal("a is not drawn again")
		}
		p.Undraw(c)
	}
}

func TestAPoolWaitsWhileAllClassesAreInProgress(t *testing.T) {
	p := NewPool(classes("a", "b", "c", "d"))
	var drawn []Class
	for range MaxRejected {
		c, _ := p.Draw()
		drawn = append(drawn, c)
	}
	if _, ok := p.Draw(); ok || !p.IsWaiting() {
		t.Errorf("d is drawn %v, waits %v, while three are under way", ok, p.IsWaiting())
	}
	p.Accept(drawn[0])
	if p.IsWaiting() {
		t.Error("one may be drawn")
	}
	p.Reject(drawn[1])
	p.Reject(drawn[2])
	if c, ok := p.Draw(); !ok || c.ID != "d" {
		t.Errorf("%q drawn", c.ID)
	}
}
