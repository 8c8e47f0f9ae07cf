package control

import "slices"

// Document is openapi.yaml.
var Document = document

// Routes are the methods and paths that the control API has.
func Routes() (all []string) {
	for _, r := range routes {
		all = append(all, r.method+" "+r.path)
	}
	return all
}

// Traits are whether requests of a route have a body, and whether they may add
// anything, or free memory.
func Traits(method, path string) (body, add, free bool) {
	i := slices.IndexFunc(routes, func(r route) bool { return r.method == method && r.path == path })
	return routes[i].has(hasBody), routes[i].has(adds), routes[i].has(frees)
}
