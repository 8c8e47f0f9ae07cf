// Package editor serves the page at the uri of a segment management link: an editor
// of the segment's name and molecules.
//
// GET shows the page, POST saves, in one transaction each. Both check at that instant
// of the sandbox's clock whether the link is valid, expired, revoked or unknown.
// Neither needs a token: the value auth authorizes, in the query of GET and in the
// body of POST. The page's form works without a script, with the molecules as JSON;
// its script makes a tree of them, and posts messages to the page that embeds it.
//
// The rules of molecules are those of the resource, the same as at a segment's
// creation. Only the server imports it. Start reading at Serve, then at save.
package editor

import (
	"fmt"
	"net/http"
	"strconv"

	"understudy/server/api"
	"understudy/server/resource"
	"understudy/server/sandbox"
	"understudy/server/store"
	"understudy/spec"
	"understudy/spec/gap"
)

// Owns reports whether a path below a sandbox's base URL is one of the editor's.
func Owns(path string) bool { return path == api.EditorPath }

// Asked names the operation of a method on the page, empty if there is none.
func Asked(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead:
		return spec.LoadEditor
	case http.MethodPost:
		return spec.SaveEditor
	}
	return ""
}

// Fail responds as Serve would if the request failed with an HTTP status,
// and has no other effect.
func Fail(w http.ResponseWriter, r *http.Request, status int) int {
	return (&page{status: status, Title: "Injected fault", Says: fmt.Sprintf("HTTP %d: an injected fault.", status)}).send(w, r)
}

// RejectBeyond responds to a request that exceeds a limit of the fake.
func RejectBeyond(w http.ResponseWriter, r *http.Request, limit error) int {
	return (&page{status: http.StatusInsufficientStorage, Title: "Not saved", Says: "The segment was not saved: " + limit.Error() + "."}).send(w, r)
}

// Serve serves a request for a link's uri and returns the HTTP status.
func Serve(w http.ResponseWriter, r *http.Request, world *sandbox.View) int {
	switch Asked(r.Method) {
	case spec.LoadEditor:
		return load(world, r.URL.Query().Get("auth")).send(w, r)
	case spec.SaveEditor:
		in, rejection := read(w, r)
		if rejection != nil {
			return rejection.send(w, r)
		}
		return save(world, in).send(w, r)
	}
	w.Header().Set("Allow", "GET, HEAD, POST")
	return (&page{status: http.StatusMethodNotAllowed, Title: "Method not allowed", Says: "Open the link with GET."}).send(w, r)
}

// load shows the present state of the segment.
func load(world *sandbox.View, auth string) *page {
	tx := world.Read()
	defer tx.Abort()
	v, rejection := open(tx, world.Choice, auth)
	if rejection != nil {
		return rejection
	}
	return v.page(v.segment.Name, v.segment.Molecules)
}

// visit is what a valid link opens.
type visit struct {
	tx      *store.Tx
	rules   api.SegmentRules
	auth    string
	link    resource.SegmentManagementLink
	segment resource.Segment
}

// open finds what an authorization value opens, or the page that says why it opens
// nothing.
func open(tx *store.Tx, choice gap.Choice, auth string) (*visit, *page) {
	link, ok := tx.LinkByAuth(resource.HashToken(auth))
	switch {
	case !ok:
		return nil, &page{status: http.StatusNotFound, Title: "Unknown link", Says: "No segment management link has this authorization value."}
	case link.Revoked():
		return nil, &page{status: http.StatusGone, Title: "Link revoked", Says: "This segment management link was revoked. Ask for a new one.", link: link}
	// Promise link-expires.
	case link.Expired(tx.Now):
		return nil, &page{status: expired(choice), Title: "Link expired", Says: "This segment management link has expired. Ask for a new one.", link: link}
	}
	// Promise link-opens.
	segment, ok := tx.Segment(link.SegmentID)
	if !ok { // a segment with links cannot be deleted
		panic("editor: a link of no segment")
	}
	return &visit{tx, api.SegmentRulesOf(choice), auth, link, segment}, nil
}

// page is the editor, with the name and molecules of the segment or those that were
// sent.
func (v *visit) page(name string, molecules []byte) *page {
	return &page{status: http.StatusOK, Title: "Edit segment", link: v.link, Version: version(v.segment), Form: &form{
		Auth: v.auth, Name: name, Molecules: indented(molecules), RejectBlank: v.rules.RejectBlank, RejectBlankAttribute: v.rules.Molecules.RejectBlank,
		Until: v.link.ExpiresAt.UTC().Format("2 January 2006, 15:04 UTC"), Choices: v.choices(),
	}}
}

// Gap link-expired-answer: the HTTP code of an expired link.
func expired(choice gap.Choice) int {
	status, err := strconv.Atoi(choice.Variant("link-expired-answer", spec.CreateLink))
	if err != nil {
		panic(err)
	}
	return status
}
