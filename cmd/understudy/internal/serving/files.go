package serving

import (
	"encoding/json"
	"fmt"
	"os"

	"understudy/cmd/faketarget"
	"understudy/server"
	"understudy/spec/atomicfile"
	"understudy/spec/pattern"
	"understudy/steps/target"
)

// ready is the content of --ready-file.
type ready struct {
	BaseURL string      `json:"base_url"`
	Tokens  readyTokens `json:"tokens"`
}

type readyTokens struct {
	Workspace string `json:"workspace"`
	Personal  string `json:"personal"`
}

// announce writes the requested files. The ready file comes last: who waits for it
// finds the other one too.
func (o Options) announce(fake *server.Server, at addresses) error {
	if o.TargetFile != "" {
		t := faketarget.Of(fake, at.base)
		t.Limits.AsyncTimeout = max(t.Limits.AsyncTimeout, target.Duration(5*o.AsyncDelay))
		if !at.guarded { // a target file has no place for the token
			t.ControlURL = at.control
		}
		text, err := target.Marshal(t)
		if err == nil {
			err = notFilledIn(o.TargetFile)
		}
		if err == nil {
			err = atomicfile.WriteSecret(o.TargetFile, text)
		}
		if err != nil {
			return fmt.Errorf("--target-file: %w", err)
		}
	}
	if o.ReadyFile != "" {
		g := fake.TestData()
		text, err := json.Marshal(ready{at.base, readyTokens{g.WorkspaceToken, g.PersonalToken}})
		if err == nil {
			err = atomicfile.WriteSecret(o.ReadyFile, append(text, '\n'))
		}
		if err != nil {
			return fmt.Errorf("--ready-file: %w", err)
		}
	}
	return nil
}

// byHand matches what a user wrote into a target file: a comment or a variable, which
// a generated one does not have.
var byHand = pattern.Lazy(`(?m)^\s*#|\$\{`)

// notFilledIn rejects a file that a user has filled in, so that it is not lost.
func notFilledIn(name string) error {
	text, err := os.ReadFile(name)
	if err == nil && byHand().Match(text) {
		return fmt.Errorf("%s was written by hand and would be lost: name another file, or delete it", name)
	}
	return nil // other problems are reported when it is written
}
