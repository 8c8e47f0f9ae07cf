package api

import (
	"slices"
	"strings"

	"understudy/spec/pattern"
	"understudy/spec/suggest"
)

// apiPrefix is what every path of the API begins with.
const apiPrefix = "/api/v1/"

// longestGuess is the length from which on no similar path is suggested:
// comparing long paths takes time.
const longestGuess = 200

// startOfPath is what a client may confuse with apiPrefix.
var startOfPath = pattern.Lazy(`^/*(?i:api/*)?(?i:v[0-9]+/+)?`)

// noSuchPath rejects a path that does not belong to the API, and names the one
// that may be meant, or else all of them.
func (a *API) noSuchPath(path string) error {
	says, hint, rest := "no such path", "", strings.TrimPrefix(path, apiPrefix)
	if rest == path {
		says += ": every path of the API begins with " + strings.TrimSuffix(apiPrefix, "/")
		rest = strings.TrimPrefix(path, startOfPath().FindString(path))
	}
	switch near := nearestPath(rest); {
	case near != "":
		hint = "did you mean " + near + "?"
		says += ". D" + hint[1:]
	case path == "/":
		says += ", such as /api/v1/invitations."
	default:
		says += ". There are " + strings.Join(allPaths(), ", ") + "."
	}
	if a.Console != "" && !strings.HasPrefix(path, apiPrefix) {
		says += " The console is at " + a.Console + ", the contract at " + a.Console + "api.yaml, the control API's document at " + a.Console + "openapi.yaml"
	}
	return &Rejection{kind: noRoute, message: says, hint: hint}
}

// allPaths returns the paths of the API, in the order of their operations.
func allPaths() (paths []string) {
	for _, r := range routes {
		if !slices.Contains(paths, r.operation.Path) {
			paths = append(paths, r.operation.Path)
		}
	}
	return paths
}

// nearestPath returns the path of the API that has the same start without its
// prefix, or is most similar, ignoring ids; empty if there is none.
func nearestPath(rest string) string {
	if len(rest) > longestGuess {
		return ""
	}
	rest = strings.ToLower(rest)
	given, paths := strings.Split(rest, "/"), allPaths()
	filled := make([]string, len(paths))
	for i, path := range paths {
		parts := strings.Split(strings.TrimPrefix(path, apiPrefix), "/")
		for j, part := range parts {
			if strings.HasPrefix(part, "{") {
				parts[j] = ""
				if j < len(given) {
					parts[j] = given[j]
				}
			}
		}
		filled[i] = strings.Join(parts, "/")
	}
	if i := slices.Index(filled, suggest.Nearest(rest, filled)); i >= 0 {
		return paths[i]
	}
	return ""
}
