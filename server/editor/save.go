package editor

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"understudy/server/api"
	"understudy/server/resource"
	"understudy/server/sandbox"
)

// MaxForm is the largest size of a form, in bytes. A byte of a segment that the API
// accepts may be three in a form.
const MaxForm = 3*api.MaxBody + 4<<10

// input is what the form sends.
type input struct {
	auth, version, name string
	molecules           []byte
}

// read reads the form of a request from our own page: no other page knows the value
// auth, and if the browser sends the origin of the page, it must be ours.
func read(w http.ResponseWriter, r *http.Request) (in input, rejection *page) {
	if http.NewCrossOriginProtection().Check(r) != nil {
		return in, &page{status: http.StatusForbidden, Title: "Not from here", Says: "Another site's page sent this: save in the editor itself."}
	}
	if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != "application/x-www-form-urlencoded" {
		return in, &page{status: http.StatusUnsupportedMediaType, Title: "Not a form", Says: "Send what the editor's form sends, as application/x-www-form-urlencoded."}
	}
	r.Body = http.MaxBytesReader(w, r.Body, MaxForm)
	var large *http.MaxBytesError
	switch err := r.ParseForm(); {
	case errors.As(err, &large):
		return in, &page{status: http.StatusRequestEntityTooLarge, Title: "Too large", Says: tooLarge}
	case err != nil:
		return in, &page{status: http.StatusBadRequest, Title: "Not a form", Says: "The form cannot be decoded: send it as the editor does."}
	}
	f := r.PostForm
	return input{f.Get("auth"), f.Get("version"), f.Get("name"), []byte(f.Get("molecules"))}, nil
}

var tooLarge = fmt.Sprintf("The segment is larger than %d bytes: make it smaller.", api.MaxBody)

// save saves the form in the segment, if the link is valid at this instant, or shows
// the error beside the form. The document does not define these responses; their
// codes are our choice.
func save(world *sandbox.View, in input) *page {
	tx := world.Write()
	defer tx.Abort()
	v, rejection := open(tx, world.Choice, in.auth)
	if rejection != nil {
		return rejection
	}
	p := v.page(in.name, in.molecules)
	var wrong *resource.MoleculeError
	switch molecules, err := v.check(in); {
	case errors.As(err, &wrong):
		p.status, p.Path, p.Says = http.StatusUnprocessableEntity, wrong.Path, "The segment was not saved: "+wrong.Error()+"."
	case in.version != version(v.segment):
		p.status, p.Says = http.StatusConflict, fmt.Sprintf("The segment was not saved: it was changed since this page was opened, and is now named “%s”. "+
			"Save again to put yours in its place, or open the link again to see it.", v.segment.Name)
	default:
		v.segment = tx.ChangeSegment(v.segment, in.name, molecules)
		tx.Commit()
		p.Says, p.Saved, p.Version = "The segment is saved.", true, version(v.segment)
	}
	return p
}

// check reports whether the segment may have the values of the form, by the rules of
// its creation, and returns the molecules in their stored form. An error is a
// *resource.MoleculeError.
func (v *visit) check(in input) (jsontext.Value, error) {
	if !utf8.ValidString(in.name) {
		return nil, &resource.MoleculeError{Path: "name", Says: "must be UTF-8"}
	}
	if in.name != v.segment.Name {
		if err := v.rules.CheckName(v.tx, v.segment.SourceID, in.name); err != nil {
			return nil, &resource.MoleculeError{Path: "name", Says: err.Error()}
		}
	}
	if err := api.Scan(in.molecules); err != nil {
		return nil, &resource.MoleculeError{Path: "molecules", Says: "must be JSON, with no member twice and at most 100 levels deep"}
	}
	molecules := jsontext.Value(in.molecules)
	if err := molecules.Compact(); err != nil {
		panic(err) // it was scanned
	}
	if len(in.name)+len(molecules) > api.MaxBody {
		return nil, &resource.MoleculeError{Path: "molecules", Says: tooLarge}
	}
	return molecules, v.rules.Molecules.Check(molecules)
}

// version identifies one state of a segment. Two saves may happen at one instant of a
// frozen clock, so updated_at is not enough.
func version(s resource.Segment) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %s", s.Name, s.Molecules))
	return hex.EncodeToString(sum[:16])
}
