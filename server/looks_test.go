package server_test

import (
	"fmt"
	"testing"

	"understudy/internal/browser"
)

// look is how wide a page is shown, and in which colours.
type look struct {
	width  int64
	scheme string
}

// looks are those in which every page has to please.
var looks = []look{{1280, "light"}, {1280, "dark"}, {400, "light"}, {400, "dark"}}

// judge has axe judge the page that is shown, and takes its picture.
func judge(t *testing.T, b *browser.Browser, axe, name string, l look) {
	t.Helper()
	for _, finding := range b.Axe(t, axe, l.width) {
		t.Errorf("%s, %d px, %s: %s", name, l.width, l.scheme, finding)
	}
	b.Picture(t, fmt.Sprintf("%s-%d-%s", name, l.width, l.scheme))
}

// quiet sees to it that the browser complained of nothing, such as a script that
// the page's policy forbids.
func quiet(t *testing.T, b *browser.Browser) {
	t.Helper()
	if complaints := b.Complaints(); len(complaints) > 0 {
		t.Errorf("the browser complains of %q", complaints)
	}
}
