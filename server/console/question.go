package console

import "net/url"

// question is the confirmation before an action that cannot be undone. The page has it
// in a dialog, whose form then sends the action.
type question struct {
	// Asks has Yes as the text of its button, and Says what is lost.
	Asks, Says, Yes string
	// Form has the fields of the button that was pressed.
	Form url.Values
}

// sure is the field that says that the question was confirmed.
const sure = "sure"

// questions are all questions, by the value of the field do; {names} in them are replaced
// by fields of the form.
var questions = map[string]question{
	"reset": {Asks: "Reset the sandbox {id}?", Yes: "Reset {id}",
		Says: "Rows, clock, gaps, transitions and faults are again those that it was opened with, and its journal is empty. Snapshots stay."},
	"delete": {Asks: "Delete the sandbox {id}?", Yes: "Delete {id}",
		Says: "Its base URL and its tokens stop working; rows, faults and journal are lost. Snapshots stay."},
	"restore": {Asks: "Restore the snapshot {snapshot} in {id}?", Yes: "Restore {snapshot}",
		Says: "The rows, clock, gaps and transitions that {id} has now are lost, unless you take a snapshot of them first."},
	"drop": {Asks: "Delete the snapshot {snapshot}?", Yes: "Delete {snapshot}",
		Says: "The state is lost. Sandboxes that were created from it stay."},
	"remove": {Asks: "Delete the row {row} of {table}?", Yes: "Delete {row}",
		Says: "The API no longer has it. Only a reset, or a snapshot that you took before, brings it back."},
}

// ask is the question before an action, or nil if there is none or it was confirmed.
func ask(form url.Values) *question {
	q, ok := questions[form.Get("do")]
	if !ok || form.Has(sure) {
		return nil
	}
	for _, text := range []*string{&q.Asks, &q.Says, &q.Yes} {
		*text = filled(*text, form, func(value string) string { return value })
	}
	q.Form = url.Values{sure: {"yes"}}
	for name, values := range form {
		q.Form[name] = values
	}
	return &q
}
