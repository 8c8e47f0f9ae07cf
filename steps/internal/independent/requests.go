package independent

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// readBody reads a JSON object, whatever Content-Type it came with. No body is
// an object without members.
func readBody(r *http.Request) (map[string]any, bool) {
	var in map[string]any
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err == nil && len(body) == 0 {
		return map[string]any{}, true
	}
	if err != nil || json.Unmarshal(body, &in) != nil || in == nil {
		return nil, false
	}
	return in, true
}

// baseURL is what the request came by, also where the server is mounted below
// a path.
func baseURL(r *http.Request) string {
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	sent, _, _ := strings.Cut(r.RequestURI, "?")
	prefix, mounted := strings.CutSuffix(sent, r.URL.EscapedPath())
	if !mounted {
		prefix = ""
	}
	return scheme + "://" + r.Host + prefix
}

// rule is a rule that a violation may not keep.
type rule int

const (
	needsName rule = iota + 1
	needsMolecules
	needsDataset
	oneOperation
	keepsDestinationName
	keepsEarlierName
	keepsLaterName
	keepsSecondName
	keepsThirdName
	knowsDestinationToUpdate
	knowsDestinationToList
	listsOwnObjects
	listsNoObjectsOfEmpty
	creationNeedsConnector
	updateNeedsConnector
	keepsConnectorLabel
	keepsLaterLabel
	keepsSecondLabel
	keepsThirdLabel
	keepsServiceName
	knowsConnectorToUpdate
	knowsConnectorToPublish
	knowsSegmentToLink
	knowsSourceOfTopics
	listsNoTopicsOfEmpty
	linksExpire
)
