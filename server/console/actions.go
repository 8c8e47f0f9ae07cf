package console

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"understudy/spec/pattern"
)

// action is what a button does: a request of the control API. Its path contains fields
// of the form as {names}. An action without a method sends no request; the page only
// shows more.
type action struct {
	method, path string
	// body makes the body of the request, which is JSON, from the form; nil for none.
	body func(url.Values) (any, error)
	// says is the message of the page afterwards; it may contain fields too.
	says string
}

// actions are all actions, by the value of the field do.
var actions = map[string]action{
	"advance": {http.MethodPost, "clock/advance", duration, "The clock was advanced."},
	"freeze":  {http.MethodPost, "clock/freeze", nil, "The clock is frozen."},
	"run":     {http.MethodPost, "clock/resume", nil, "The clock runs."},

	"create":      {http.MethodPost, "sandboxes", draft, "The sandbox was created."},
	"reset":       {http.MethodPost, "sandboxes/{id}/reset", nil, "The sandbox is as it was opened."},
	"delete":      {http.MethodDelete, "sandboxes/{id}", nil, "The sandbox was deleted."},
	"show-tokens": {says: "The tokens are shown until you leave the page."},
	"take":        {http.MethodPost, "sandboxes/{id}/snapshots", members("name"), "The snapshot was taken."},
	"restore":     {http.MethodPost, "sandboxes/{id}/restore", members("snapshot"), "The snapshot was restored."},
	"drop":        {http.MethodDelete, "snapshots/{snapshot}", nil, "The snapshot was deleted."},

	"choose":      {http.MethodPatch, "gaps", choices, "No variant was changed."},
	"choose-back": {http.MethodDelete, "gaps", nil, "The variants were those that the sandbox was opened with."},
	"transition":  {http.MethodPut, "transitions", transition, "Segments that are created from now on are completed like that."},

	"set-fault":     {http.MethodPost, "faults", setFault, "The fault is set."},
	"preview-fault": {},
	"remove-fault":  {http.MethodDelete, "faults/{id}", nil, "The fault was removed."},
	"remove-faults": {http.MethodDelete, "faults", nil, "There are no faults any more."},
	"clear":         {http.MethodDelete, "journal", nil, "The journal is empty."},

	"add":       {http.MethodPost, "state/{table}", text, "The row was added to {table}."},
	"put":       {http.MethodPut, "state/{table}/{row}", text, "The row was saved."},
	"remove":    {http.MethodDelete, "state/{table}/{row}", nil, "The row {row} of {table} was deleted."},
	"save":      {http.MethodPost, "state/save", nil, "The world was saved to its file."},
	"claim":     {http.MethodPost, "state/invitations/{row}/claim", nil, "The invitation was claimed."},
	"revoke":    {http.MethodPost, "state/links/{row}/revoke", nil, "The link was revoked."},
	"complete":  {http.MethodPost, "state/segments/{row}/complete", nil, "The segment is complete."},
	"hold":      {http.MethodPost, "state/segments/{row}/hold", nil, "The segment is held: it is not complete until someone completes it."},
	"fail-test": {http.MethodPost, "state/destinations/{row}/fail-test", nil, "The destination's last test failed."},
	"pass-test": {http.MethodPost, "state/destinations/{row}/pass-test", nil, "The destination's last test succeeded."},
}

// act does what the form asks for, and returns the message of the page. If the action
// needs a confirmation, it sets the question and does nothing else.
func (v *visit) act() (status int, says string) {
	if err := v.r.ParseForm(); err != nil {
		return http.StatusBadRequest, fmt.Sprintf("The form cannot be read: send at most %d MiB.", maxForm>>20)
	}
	form := v.r.PostForm
	a, ok := actions[form.Get("do")]
	switch {
	case !ok:
		return http.StatusBadRequest, "There is no such button: load the page again."
	case a.method == "":
		return 0, a.says
	}
	if v.question = ask(form); v.question != nil {
		return 0, ""
	}
	var body []byte
	if a.body != nil {
		in, err := a.body(form)
		if err == nil {
			body, err = json.Marshal(in)
		}
		if err != nil {
			return http.StatusBadRequest, err.Error()
		}
	}
	before := v.sandbox.Choice()
	path := filled(a.path, form, url.PathEscape) + "?sandbox=" + url.QueryEscape(v.sandbox.ID())
	if v.made, status, says = v.control.Ask(v.r, a.method, path, body); status != 0 {
		return status, says
	}
	if changes := changesOf(before, v.sandbox.Choice()); a.path == "gaps" && len(changes) > 0 {
		return 0, fmt.Sprintf("Changed %d: %s.", len(changes), strings.Join(changes, "; "))
	}
	return 0, filled(a.says, form, func(value string) string { return value })
}

var field = pattern.Lazy(`\{\w+\}`)

// filled replaces the names in a text by the fields of a form.
func filled(text string, form url.Values, as func(string) string) string {
	return field().ReplaceAllStringFunc(text, func(name string) string { return as(form.Get(strings.Trim(name, "{}"))) })
}

// members makes a body of some fields, as texts.
func members(names ...string) func(url.Values) (any, error) {
	return func(form url.Values) (any, error) {
		body := map[string]string{}
		for _, name := range names {
			body[name] = strings.TrimSpace(form.Get(name))
		}
		return body, nil
	}
}

// duration is an amount times a unit; a unit is its length in seconds.
func duration(form url.Values) (any, error) {
	amount, err := number(form, "amount")
	if err != nil {
		return nil, err
	}
	unit, err := number(form, "unit")
	return map[string]float64{"seconds": amount * unit}, err
}

func number(form url.Values, name string) (float64, error) {
	n, err := strconv.ParseFloat(strings.TrimSpace(form.Get(name)), 64)
	if err != nil || n != n {
		return 0, fmt.Errorf("%s: give a number", name)
	}
	return n, nil
}

// draft is a new sandbox from another one, a snapshot or a preset: the field of is the
// kind and the name.
func draft(form url.Values) (any, error) {
	kind, name, _ := strings.Cut(form.Get("of"), " ")
	body := map[string]string{"id": strings.TrimSpace(form.Get("id")), "ttl": strings.TrimSpace(form.Get("ttl"))}
	switch kind {
	case "sandbox":
		body["fork"] = name
	case "snapshot", "preset":
		body[kind] = name
	}
	return body, nil
}

// transition is one of the ways to complete segments.
func transition(form url.Values) (any, error) {
	way := map[string]any{}
	switch form.Get("way") {
	case "after":
		way["after"] = strings.TrimSpace(form.Get("amount"))
	case "reads":
		n, err := strconv.ParseInt(strings.TrimSpace(form.Get("amount")), 10, 64)
		if err != nil {
			return nil, errors.New("reads: give a whole number, such as 3")
		}
		way["reads"] = n
	case "held":
		way["held"] = true
	}
	return map[string]any{"segment": way}, nil
}
