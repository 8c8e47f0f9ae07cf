package scenarios

import "testing"

func TestTheJournalIsThatOfTheURLOrOfControlURL(t *testing.T) {
	for _, c := range []struct {
		flags                   recordFlags
		control, want, fake, of string
	}{
		{recordFlags{}, "", "http://127.0.0.1:8080/_understudy/journal.har", "http://127.0.0.1:8080", "default"},
		{recordFlags{}, "http://fake:1/_understudy", "http://fake:1/_understudy/journal.har", "http://fake:1", "default"},
		{recordFlags{}, "http://fake:1/_understudy?sandbox=a", "http://fake:1/_understudy/journal.har?sandbox=a", "http://fake:1", "a"},
		{recordFlags{sandbox: "b"}, "http://fake:1/_understudy?sandbox=a", "http://fake:1/_understudy/journal.har?sandbox=b", "http://fake:1", "b"},
		{recordFlags{url: "http://other:2/"}, "http://fake:1/_understudy", "http://other:2/_understudy/journal.har", "http://other:2", "default"},
	} {
		u, err := c.flags.journalURL(c.control)
		if err != nil || u.String() != c.want || fakeOf(u) != c.fake || sandboxOf(u) != c.of {
			t.Errorf("%+v with %q: %v, %v", c.flags, c.control, u, err)
		}
	}
}
