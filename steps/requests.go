package steps

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/target"
)

// request makes a request of an operation with the token that it takes; ids
// are the values of the path's parameters.
func (w *world) request(operation string, ids ...string) client.Request {
	o, _ := spec.OperationByID(operation)
	return client.Request{Operation: operation, Method: o.Method, Path: fill(o.Path, ids), Allowed: true,
		Token: w.tokenFor(o), Scheme: client.Bearer}
}

func (w *world) tokenFor(o spec.Operation) string {
	if o.Token == spec.PersonalToken {
		return w.run.target.Tokens.Personal
	}
	return w.run.target.Tokens.Workspace
}

// fill replaces the parameters of a path template in their order.
func fill(path string, values []string) string {
	for _, v := range values {
		from := strings.IndexByte(path, '{')
		if from < 0 {
			break
		}
		path = path[:from] + v + path[strings.IndexByte(path, '}')+1:]
	}
	return path
}

// withBody adds a JSON body.
func withBody(r client.Request, body any) client.Request {
	r.Body, _ = json.Marshal(body)
	r.ContentType = "application/json"
	return r
}

// plainRequests make, per operation, a request that the document allows. Each
// call makes a new one: names do not repeat.
var plainRequests = map[string]func(*world) (client.Request, error){
	spec.ListInvitations: func(w *world) (client.Request, error) { return w.listRequest(listingOf("invitations"), nil), nil },
	spec.CreateSegment:   func(w *world) (client.Request, error) { return w.segmentRequest(nil) },
}

// effects tell, per operation, what an answer gives away or proves done; the
// empty text is nothing. Codes and words do not matter here.
var effects = map[string]func(body gjson.Result) string{
	spec.ListInvitations: recordsGivenAway,
	spec.CreateSegment: func(body gjson.Result) string {
		if id := body.Get("data.id"); id.Type == gjson.Number || id.Type == gjson.String {
			return "a segment with the id " + id.String()
		}
		if u := body.Get("filter_segment_source_url"); u.Type == gjson.String {
			return "a segment's filter_segment_source_url"
		}
		return ""
	},
}

func recordsGivenAway(body gjson.Result) string {
	if n := len(body.Get("data").Array()); body.Get("data").IsArray() && n > 0 {
		return fmt.Sprintf("%d records", n)
	}
	return ""
}

// effect tells what an answer gives away or proves done.
func effect(e *client.Exchange) string {
	judge := effects[e.Operation]
	if e.Err != nil || judge == nil || !gjson.ValidBytes(e.Body) {
		return ""
	}
	return judge(gjson.ParseBytes(e.Body))
}

// requestThatSucceeds shows that an operation answers a plain request.
func (w *world) requestThatSucceeds(operation string) error {
	build, ok := plainRequests[operation]
	if !ok {
		return fmt.Errorf("no plain request is known for operation %q", operation)
	}
	r, err := build(w)
	if err != nil {
		return err
	}
	w.operation = operation
	e := w.send(r)
	if err := w.usable(e); err != nil {
		return err
	}
	w.record(e)
	if effect(e) == "" {
		return skip(report.NoGround, "the plain request shows nothing that a refusal could hold back")
	}
	return nil
}

// again builds the plain request anew and sends it with a change.
func (w *world) again(change func(*client.Request)) error {
	r, err := plainRequests[w.operation](w)
	if err != nil {
		return err
	}
	r.Allowed = false
	change(&r)
	w.record(w.send(r))
	return nil
}

func (w *world) againWithoutToken() error {
	return w.again(func(r *client.Request) { r.Scheme = client.NoToken })
}

// againWithScheme sends the right token in another way.
func (w *world) againWithScheme(scheme string) error {
	return w.again(func(r *client.Request) { r.Scheme = client.Scheme(scheme) })
}

// againWithToken sends another token: one of the target's, or one made from
// the right one.
func (w *world) againWithToken(name string) error {
	return w.again(func(r *client.Request) { r.Token = w.otherToken(name, r.Token) })
}

func (w *world) otherToken(name, right string) string {
	t := w.run.target.Tokens
	switch name {
	case "workspace":
		return t.Workspace
	case "personal":
		return t.Personal
	case "other_workspace":
		return t.OtherWorkspace
	case "revoked":
		return t.Revoked
	case "empty":
		return ""
	case "shortened":
		return right[:len(right)-1]
	}
	return invented(right)
}

// scheme is the start of a token that tells what it is, such as secret-token:.
var scheme = regexp.MustCompile(`^[a-z-]+:`)

// invented makes a token of the same shape as a right one: each letter and
// digit after its scheme is drawn anew.
func invented(right string) string {
	from := len(scheme.FindString(right))
	out := []byte(right)
	for i := from; i < len(out); i++ {
		switch c := out[i]; {
		case c >= '0' && c <= '9':
			out[i] = byte('0' + rand.IntN(10))
		case c >= 'a' && c <= 'z':
			out[i] = byte('a' + rand.IntN(26))
		case c >= 'A' && c <= 'Z':
			out[i] = byte('A' + rand.IntN(26))
		}
	}
	if string(out) == right {
		return right + "0"
	}
	return string(out)
}

// inventedToken is checked by the scenario's own words.
func (w *world) againWithInventedToken() error { return w.againWithToken("invented") }

// nothingHappened judges a refusal by its effect.
func (w *world) nothingHappened() error {
	e := w.last
	if e.Broken() {
		w.remark("the refusal is no answer that a client can use: %s", e.Outcome())
		if e.Err != nil {
			return nil
		}
	}
	if what := effect(e); what != "" {
		return found(e, "nothing to be given away or done", "HTTP %d with %s", e.Status, what)
	}
	if e.Method != http.MethodGet {
		w.remark("no witness shows whether the refused %s was done all the same: only its answer was judged", e.Method)
	}
	return nil
}

// has skips a scenario where the target file lacks something.
func (w *world) has(key string) error {
	given, known := groundKeys(w.run.target)[key]
	if !known {
		return fmt.Errorf("the target file has no key %q", key)
	}
	if !given {
		return skip(report.Narrowed, "the target file gives no %s", key)
	}
	return nil
}

// differ skips a scenario where two tokens are one.
func (w *world) differ(a, b string) error {
	if w.otherToken(a, "") == w.otherToken(b, "") {
		return skip(report.Narrowed, "the tokens %s and %s of the target file are equal", a, b)
	}
	return nil
}

// groundKeys are the optional keys of a target file that scenarios ask for.
func groundKeys(t target.Target) map[string]bool {
	return map[string]bool{
		"tokens.other_workspace":     t.Tokens.OtherWorkspace != "",
		"tokens.revoked":             t.Tokens.Revoked != "",
		"ground.source_id":           t.Ground.SourceID != 0,
		"ground.dataset_id":          t.Ground.DatasetID != 0,
		"samples.atomic_molecule":    t.Samples.AtomicMolecule != nil,
		"samples.operation_molecule": t.Samples.OperationMolecule != nil,
	}
}

// randomID draws an id that no resource is likely to have.
func randomID() string { return strconv.Itoa(1<<30 + rand.IntN(1<<30)) }
