package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// Look is how wide a page is shown, and in which colours.
type Look struct {
	Width  int64
	Scheme string
}

// Looks are those in which every page has to please.
var Looks = []Look{{1280, "light"}, {1280, "dark"}, {400, "light"}, {400, "dark"}}

// CheckAccessibility reports what axe finds wrong with the page that is shown, and takes its picture.
func CheckAccessibility(t *testing.T, b *Browser, axe, name string, l Look) {
	t.Helper()
	for _, finding := range b.Axe(t, axe, l.Width) {
		t.Errorf("%s, %d px, %s: %s", name, l.Width, l.Scheme, finding)
	}
	b.Picture(t, fmt.Sprintf("%s-%d-%s", name, l.Width, l.Scheme))
}

// NoComplaints checks that the browser complained of nothing, such as a script that
// the page's policy forbids.
func NoComplaints(t *testing.T, b *Browser) {
	t.Helper()
	if complaints := b.Complaints(); len(complaints) > 0 {
		t.Errorf("the browser complains of %q", complaints)
	}
}

// Keys types keys into what has the focus.
func Keys(keys ...string) (all []Action) {
	for _, k := range keys {
		all = append(all, chromedp.KeyEvent(k))
	}
	return all
}
