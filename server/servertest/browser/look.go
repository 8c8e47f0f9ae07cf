package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// Look is the width of a page and its colours.
type Look struct {
	Width  int64
	Scheme string
}

// Looks are those that every page is checked with: both widths in both schemes, and
// with -short each width and each scheme once.
func Looks() []Look {
	if testing.Short() {
		return []Look{{1280, "light"}, {400, "dark"}}
	}
	return []Look{{1280, "light"}, {1280, "dark"}, {400, "light"}, {400, "dark"}}
}

// CheckAccessibility reports the problems that axe finds, and takes a picture of the page.
func CheckAccessibility(t *testing.T, b *Browser, axe, name string, l Look) {
	t.Helper()
	for _, finding := range b.Axe(t, axe, l.Width) {
		t.Errorf("%s, %d px, %s: %s", name, l.Width, l.Scheme, finding)
	}
	b.Picture(t, fmt.Sprintf("%s-%d-%s", name, l.Width, l.Scheme))
}

// NoComplaints checks that the browser reported no errors, such as a script that the
// page's policy forbids.
func NoComplaints(t *testing.T, b *Browser) {
	t.Helper()
	if complaints := b.Complaints(); len(complaints) > 0 {
		t.Errorf("the browser reports %q", complaints)
	}
}

// Keys types keys into the focused element.
func Keys(keys ...string) (all []Action) {
	for _, k := range keys {
		all = append(all, chromedp.KeyEvent(k))
	}
	return all
}
