package scenario

import (
	"fmt"
	"slices"
	"strings"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/target"
)

// Using records on a request which of some keys of the target file it uses;
// absent keys are left out.
func (s *Scenario) Using(r client.Request, keys ...string) client.Request {
	for _, key := range keys {
		if s.run.Target.Given(key) {
			r.Uses = append(r.Uses, key)
		}
	}
	return r
}

// NoteTestData counts the deployment's response to the keys of the target file
// that a request used, as it is done for each allowed one. A request without a
// usable response says nothing about them.
func (r *Run) NoteTestData(e *client.Exchange) {
	switch {
	case e.Rejected():
		r.TestData.Reject(e, r.RejectionInItsWords(e))
	case e.OK():
		r.TestData.Accept(e)
	}
}

// RejectionInItsWords says how a request was rejected, with the start of the redacted body:
// that says which value to correct. A page of HTML is left out.
func (r *Run) RejectionInItsWords(e *client.Exchange) string {
	words := prose.OneLine(r.Redact.Exchange(e).ResponseBody)
	if words == "" || strings.HasPrefix(words, "<") {
		return Rejection(e)
	}
	return Rejection(e) + " " + prose.Clip(words, mostWords)
}

// mostWords is how many characters of a rejection are shown.
const mostWords = 160

// Has skips a scenario where the target file lacks something.
func (s *Scenario) Has(key string) error { return s.HasAll(key) }

// HasAll skips a scenario where the target file lacks some of several keys.
func (s *Scenario) HasAll(keys ...string) error {
	var absent []string
	for _, key := range keys {
		if !slices.Contains(target.Keys(), key) {
			return fmt.Errorf("the target file has no key %q", key)
		}
		if !s.run.Target.Given(key) {
			absent = append(absent, key)
		}
	}
	if len(absent) > 0 {
		return outcome.SkipFor(strings.Join(absent, " and "), report.LeftOut, "the target file gives no %s", strings.Join(absent, " and no "))
	}
	return nil
}

// TokenKeys are the keys of the target file for the two kinds of token, with
// where to get one.
var TokenKeys = map[spec.TokenKind]struct{ Key, From string }{
	spec.WorkspaceToken: {"tokens.workspace", "an access token of the workspace, from its settings page"},
	spec.PersonalToken:  {"tokens.personal", "a personal access token, from the user settings page"},
}
