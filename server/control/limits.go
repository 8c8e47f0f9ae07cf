package control

import (
	"net/http"
	"slices"
	"strings"
)

// adds reports whether requests of the route may take memory for good: all that write
// may, except those that only set a few values.
func (r route) adds() bool {
	switch {
	case r.method == http.MethodGet, r.frees(), strings.HasPrefix(r.path, "clock/"):
		return false
	}
	return !slices.Contains([]string{"gaps", "transitions", "state/save"}, r.path)
}

// frees reports whether requests of the route may free memory.
func (r route) frees() bool {
	return r.method == http.MethodDelete || r.path == "sandboxes/{id}/reset" || r.path == "sandboxes/{id}/restore"
}
