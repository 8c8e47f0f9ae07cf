package target

import (
	"bytes"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"understudy/spec/pattern"
	"understudy/spec/yamlfile"
)

// check returns the invalid values.
func (t Target) check() (all yamlfile.Faults) {
	add := func(key, wrong string) {
		if wrong != "" {
			all = append(all, yamlfile.About(key, "%s", wrong))
		}
	}
	add("base_url", wrongURL(t.BaseURL, "is missing: give the URL below which /api/v1 lies"))
	add("control_url", wrongURL(t.ControlURL, ""))
	add("tokens.workspace", wrongToken(t.Tokens.Workspace, "is missing: give an access token of the workspace"))
	add("tokens.personal", wrongToken(t.Tokens.Personal, "is missing: give a personal access token"))
	for _, name := range slices.Sorted(maps.Keys(t.Headers)) {
		add("headers."+name, wrongHeader(name, t.Headers[name]))
	}
	for key, value := range t.optional() {
		if value.CanInt() && value.Int() < 0 {
			add(key, "is negative: write the id of a resource, 1 or more, or leave the key out")
		}
	}
	r := t.Resources
	if r.EmptyDestinationID != 0 && r.EmptyDestinationID == r.ObjectsDestinationID {
		add(EmptyDestinationID, "is objects_destination_id as well: give a destination without objects, or leave the key out")
	}
	if r.EmptyTopicsSourceID != 0 && r.EmptyTopicsSourceID == r.TopicsSourceID {
		add(EmptyTopicsSourceID, "is topics_source_id as well: give a source without topics, or leave the key out")
	}
	if t.Limits.Concurrency < 1 {
		add("limits.concurrency", "is below 1: write how many scenarios run at a time, or leave it out")
	}
	if t.Limits.RequestsPerSecond < 0 {
		add("limits.requests_per_second", "is negative: 0 means no limit")
	}
	if (t.TLS.ClientCert == "") != (t.TLS.ClientKey == "") {
		all = append(all, &yamlfile.Fault{Key: "tls", Text: "tls.client_cert and tls.client_key go together: give both or neither"})
	}
	return all
}

// zeros are the faults of limits of 0 that stand in the text: without them a default holds, which
// is not 0.
func (l Limits) zeros(text []byte) (all yamlfile.Faults) {
	var keys map[string]any
	if yamlfile.Read(text, &keys) != nil {
		return nil
	}
	limits, _ := keys["limits"].(map[string]any)
	reject := func(name string, isZero bool, write string) {
		if isZero && limits[name] != nil {
			all = append(all, yamlfile.About("limits."+name, "is 0: write %s, or leave the key out", write))
		}
	}
	reject("async_timeout", l.AsyncTimeout == 0, "a duration like 30s")
	reject("request_timeout", l.RequestTimeout == 0, "a duration like 10s")
	reject("settle", l.Settle == 0, "a duration like 3s")
	reject("concurrency", l.Concurrency == 0, "how many scenarios run at a time, 1 or more")
	return all
}

var variableName = pattern.Lazy(`^\$(\{?[A-Za-z_][A-Za-z0-9_]*|[A-Za-z_][A-Za-z0-9_]*\})$`)

// wrongToken is what is wrong with a token; an empty one may be missing.
func wrongToken(token, isMissing string) string {
	switch {
	case token == "":
		return isMissing
	case strings.HasPrefix(strings.ToLower(token), "bearer "):
		return "begins with Bearer: write the token alone"
	case variableName().MatchString(token):
		return "is the name of an environment variable: write ${NAME} for its value"
	}
	return ""
}

var headerName = pattern.Lazy("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

// wrongHeader is what is wrong with a header.
func wrongHeader(name, value string) string {
	canonical := http.CanonicalHeaderKey(name)
	switch {
	case !headerName().MatchString(name):
		return "is no name of a header: write letters, digits and -"
	case canonical == "Authorization":
		return "is set from tokens: leave it out here"
	case slices.Contains([]string{"Content-Length", "Transfer-Encoding", "Connection"}, canonical):
		return "is set by the program: leave it out"
	case strings.ContainsFunc(value, func(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }):
		return "has a line break or another control character: write one line"
	}
	return ""
}

// wrongURL is what is wrong with a URL; an empty one may be missing.
func wrongURL(text, isMissing string) string {
	if text == "" {
		return isMissing
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "":
		return "is not an absolute http or https URL: write one like http://127.0.0.1:8080"
	case u.RawQuery != "" || u.Fragment != "" || u.User != nil:
		return "may have a path, but no user, query or fragment: leave these out"
	}
	return ""
}

// isAnotherFile reports whether a text is a web page, or has keys of which none is required of a
// target file, such as a report.
func isAnotherFile(text []byte) bool {
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("<")) {
		return true
	}
	var keys map[string]any
	if yamlfile.Read(text, &keys) != nil {
		return false
	}
	return len(keys) > 0 && keys["base_url"] == nil && keys["tokens"] == nil
}
