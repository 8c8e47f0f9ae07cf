package contract

import (
	"cmp"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"understudy/spec"
)

// Request is the part of a request that the contract covers.
type Request struct {
	Method string
	// Path is the escaped path below {base_url}, RawQuery what follows it.
	Path, RawQuery string
	Header         http.Header
	Body           []byte
	// BodyCut says that Body is incomplete. Then it is not checked.
	BodyCut bool
	// Token is the kind of token that the request carries, empty where that is
	// not known. Then the kind is not checked.
	Token spec.TokenKind
}

// RequestViolation is one way in which a request departs from the document.
type RequestViolation struct {
	// Promise is empty where no promise covers it, Operation where the path
	// belongs to none.
	Promise   string `json:"promise,omitempty"`
	Operation string `json:"operation,omitempty"`
	// In is method, path, query, header or body, and At the place in it: the
	// name of a parameter or header, or the JSON pointer of a member.
	In string `json:"in"`
	At string `json:"at,omitempty"`
	// Expected and Found are short phrases. Found shows no text that was sent.
	Expected string `json:"expected"`
	Found    string `json:"found"`
	// Note says that the document does not forbid it, but does not mention it either.
	Note bool `json:"note,omitempty"`
}

func (b RequestViolation) String() string {
	return fmt.Sprintf("%s: expected %s, found %s", strings.TrimSpace(b.In+" "+b.At), b.Expected, b.Found)
}

// CheckRequest checks a request against the contract: path, method, query,
// token, Content-Type and body. Violations come before notes.
func CheckRequest(r Request) []RequestViolation {
	if note := browsers(r); note != nil {
		return []RequestViolation{*note}
	}
	op, ids, stray := locate(r.Method, r.Path)
	if stray != nil {
		return []RequestViolation{*stray}
	}
	c := find(op.ID).request
	all := slices.Concat(strange(op, r.Method), c.checkPath(ids), c.checkQuery(r.RawQuery), checkToken(op, r.Header), checkKind(op, r.Token), c.checkBody(r))
	for i := range all {
		all[i].Operation = op.ID
	}
	slices.SortStableFunc(all, func(a, b RequestViolation) int { return cmp.Compare(rank(a), rank(b)) })
	return all
}

// rank puts notes last.
func rank(b RequestViolation) int {
	if b.Note {
		return 1
	}
	return 0
}

// browsers notes what a browser requests by itself: preflights and a site's
// icon. The client has no control over these.
func browsers(r Request) *RequestViolation {
	switch {
	case r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "":
		return &RequestViolation{In: "method", Expected: "one of the document", Found: "a browser's preflight: pages of another origin need a fake that is started with --cors", Note: true}
	case r.Path == "/favicon.ico" && (r.Method == http.MethodGet || r.Method == http.MethodHead):
		return &RequestViolation{In: "path", Expected: "a path of the document", Found: "an icon that browsers ask for", Note: true}
	}
	return nil
}

// locate finds the operation that a request is for, and the values of its
// path's parameters. HEAD is GET without a body.
func locate(method, path string) (op spec.Operation, ids map[string]string, stray *RequestViolation) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	var allowed []string
	for _, op := range spec.Operations {
		ids, ok := values(op.Path, path)
		switch {
		case ok && op.Method == method:
			return op, ids, nil
		case ok:
			allowed = append(allowed, op.Method)
		}
	}
	if allowed == nil {
		return op, nil, &RequestViolation{In: "path", Expected: "a path of the document, from /api/v1 on and without a slash at the end", Found: "another path"}
	}
	return op, nil, &RequestViolation{In: "method", Expected: strings.Join(allowed, " or "), Found: shorten(method)}
}

// values returns the values of a path's parameters, decoded.
func values(template, path string) (map[string]string, bool) {
	want, got := strings.Split(template, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return nil, false
	}
	ids := map[string]string{}
	for i, segment := range want {
		value, err := url.PathUnescape(got[i])
		name, isParameter := strings.CutPrefix(segment, "{")
		switch {
		case err != nil, isParameter && value == "", !isParameter && value != segment:
			return nil, false
		case isParameter:
			ids[strings.TrimSuffix(name, "}")] = value
		}
	}
	return ids, true
}

// strange notes what is not in the document's table of endpoints.
func strange(op spec.Operation, method string) (notes []RequestViolation) {
	if op.Supplementary {
		notes = append(notes, RequestViolation{In: "path", Expected: "an endpoint of the document", Found: "one that a deployment may lack", Note: true})
	}
	if method == http.MethodHead {
		notes = append(notes, RequestViolation{In: "method", Expected: op.Method, Found: method, Note: true})
	}
	return notes
}

// checkToken checks the header Authorization, which every endpoint requires.
// The URLs that responses hand out are not in the table of endpoints.
func checkToken(op spec.Operation, h http.Header) []RequestViolation {
	b := RequestViolation{In: "header", At: "Authorization", Expected: "Bearer and an access token", Promise: "token-required", Note: op.Linked}
	sent := h.Values("Authorization")
	switch len(sent) {
	case 0:
		b.Found = "no such header"
		return []RequestViolation{b}
	case 1:
	default:
		b.Found = fmt.Sprintf("%d such headers", len(sent))
		return []RequestViolation{b}
	}
	b.Promise = ""
	scheme, token, _ := strings.Cut(sent[0], " ")
	switch {
	case !strings.EqualFold(scheme, "Bearer"):
		b.Found = "another scheme"
	case strings.TrimSpace(token) == "":
		b.Found = "no token"
	case scheme != "Bearer":
		b.Found, b.Note = "the scheme in other letters", true
	default:
		return nil
	}
	return []RequestViolation{b}
}

// checkKind checks the kind of token; the document has two.
func checkKind(op spec.Operation, kind spec.TokenKind) []RequestViolation {
	if kind == "" || kind == op.Token {
		return nil
	}
	b := RequestViolation{In: "header", At: "Authorization", Expected: fmt.Sprintf("a %s token", op.Token), Found: fmt.Sprintf("a %s token", kind)}
	if op.Linked || op.Supplementary {
		b.Note = true // no promise covers these
	} else {
		b.Promise = string(op.Token) + "-token-kind"
	}
	return []RequestViolation{b}
}

// requestClause is what the contract says about the request of one operation.
type requestClause struct {
	path, query []parameter
	// body is nil where the document has none.
	body     *clause
	required bool
	// molecules says that the body has a list of molecules.
	molecules bool
}

func (c *requestClause) checkPath(ids map[string]string) (all []RequestViolation) {
	for _, p := range c.path {
		all = append(all, p.check(ids[p.name])...)
	}
	return all
}

func (c *requestClause) checkQuery(raw string) (all []RequestViolation) {
	query, err := url.ParseQuery(raw)
	if err != nil {
		return []RequestViolation{{In: "query", Expected: "a query that can be decoded", Found: "one that cannot"}}
	}
	for _, p := range c.query {
		sent := query[p.name]
		for _, text := range sent {
			all = append(all, p.check(text)...)
		}
		if len(sent) > 1 {
			all = append(all, RequestViolation{In: "query", At: p.name, Expected: "it once", Found: fmt.Sprintf("it %d times", len(sent)), Note: true})
		}
		delete(query, p.name)
	}
	for name := range query {
		all = append(all, RequestViolation{In: "query", At: plainName(name), Expected: "a parameter of the document", Found: "another one", Note: true})
	}
	slices.SortStableFunc(all, func(a, b RequestViolation) int { return cmp.Compare(a.At, b.At) })
	return all
}

func (c *requestClause) checkBody(r Request) []RequestViolation {
	sent := len(r.Body) > 0 || r.BodyCut
	switch {
	case !sent && c.body != nil && c.required:
		return []RequestViolation{{In: "body", Promise: c.body.root.promise, Expected: c.body.root.expects, Found: "no body"}}
	case !sent:
		return nil
	case c.body == nil:
		return []RequestViolation{{In: "body", Expected: "no body", Found: "one", Note: true}}
	}
	all := checkType(r.Header)
	if r.BodyCut {
		return all
	}
	value, unsound := decode(r.Body)
	if unsound != nil {
		return append(all, RequestViolation{In: "body", At: unsound.Pointer, Expected: unsound.Expected, Found: "something else"})
	}
	notes := c.body.root.takeNulls(value, "")
	for _, v := range tidy(c.body.checkValue(value)) {
		all = append(all, RequestViolation{In: "body", Promise: v.Promise, At: v.Pointer, Expected: v.Expected, Found: v.Found})
	}
	if body, ok := value.(map[string]any); ok && c.molecules {
		all = append(all, checkMolecules(body["molecules"], "/molecules", 1)...)
	}
	return append(all, notes...)
}

func checkType(h http.Header) []RequestViolation {
	b := RequestViolation{In: "header", At: "Content-Type", Expected: "application/json", Found: "another type"}
	if t, _, _ := mime.ParseMediaType(h.Get("Content-Type")); t == b.Expected {
		return nil
	}
	if h.Get("Content-Type") == "" {
		b.Found = "no such header"
	}
	return []RequestViolation{b}
}
