package control

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"understudy/spec/suggest"
)

// route is a method and a path below Prefix, where {name} is a parameter.
type route struct {
	method, path string
	handle       handler
	traits       traits
}

// traits say what the requests of a route do.
type traits int

// The traits.
const (
	hasBody traits = 1 << iota // they have a body
	adds                       // they may take memory for good
	frees                      // they may free memory
	plain   traits = 0         // none of these
)

func (r route) has(t traits) bool { return r.traits&t != 0 }

var routes = slices.Concat(probeRoutes, documentRoutes, sandboxRoutes, snapshotRoutes, clockRoutes, gapRoutes, transitionRoutes, stateRoutes,
	faultRoutes, journalRoutes)

// Paths are the templates of all paths, such as /_understudy/sandboxes/{id}.
func Paths() (all []string) {
	for _, r := range routes {
		all = append(all, Prefix+r.path)
	}
	return all
}

// find finds the route of a request, and the values of its path's parameters.
func find(r *http.Request) (route, map[string]string, error) {
	segments := strings.Split(strings.TrimPrefix(r.URL.EscapedPath(), Prefix), "/")
	var allowed []string
	for _, known := range routes {
		ids, ok := known.match(segments)
		switch {
		case !ok:
		case known.method == r.Method || known.method == http.MethodGet && r.Method == http.MethodHead:
			return known, ids, nil
		case !slices.Contains(allowed, known.method):
			allowed = append(allowed, known.method)
		}
	}
	if len(allowed) > 0 {
		return route{}, nil, &failure{status: http.StatusMethodNotAllowed, allow: strings.Join(allowed, ", "),
			says: "the method is not allowed here: use " + strings.Join(allowed, " or ")}
	}
	return route{}, nil, &failure{status: http.StatusNotFound, says: "the control API has no such path: " + nearPath(strings.Join(segments, "/")) + "GET " + Prefix + "openapi.yaml lists all"}
}

// nearPath suggests the path that ends with an unknown one, or else the most similar one.
func nearPath(unknown string) string {
	var short []string
	for _, path := range Paths() {
		path = strings.TrimPrefix(path, Prefix)
		if _, end, _ := strings.Cut(path, "/"); end == unknown && end != "" {
			return fmt.Sprintf("did you mean %q? ", Prefix+path)
		}
		short = append(short, path)
	}
	if near := suggest.Nearest(unknown, short); near != "" {
		return fmt.Sprintf("did you mean %q? ", Prefix+near)
	}
	return ""
}

// match reads the parameters of a path, if it is one of the route's.
func (r route) match(segments []string) (map[string]string, bool) {
	template := strings.Split(r.path, "/")
	if len(template) != len(segments) {
		return nil, false
	}
	ids := map[string]string{}
	for i, t := range template {
		value, err := url.PathUnescape(segments[i])
		name, isParameter := strings.CutPrefix(t, "{")
		switch {
		case err != nil || !isParameter && value != t || value == "" && t != "":
			return nil, false
		case isParameter:
			ids[strings.TrimSuffix(name, "}")] = value
		}
	}
	return ids, true
}
