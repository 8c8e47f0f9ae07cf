package preflight

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/steps/scenario"
)

// journalReads is how often the journal is read: an exchange may be there a moment after its
// response.
const journalReads = 4

// controlled checks that control_url leads to the control API of the fake at base_url: the
// clock of another one must not be moved. It reads its clock, and then its journal, where
// there is one, before and after a read of a list.
func (p *check) controlled() error {
	at := p.run.Target.ControlURL
	if at == "" || !p.anyOpened() {
		return nil
	}
	s := scenario.New(p.ctx, p.run, nil)
	if _, err := s.ReadControl("/clock"); err != nil {
		return fmt.Errorf("%w: control_url is where the control API of the fake at base_url is, such as %s/_understudy: correct it, or remove it",
			err, strings.TrimSuffix(p.run.Target.BaseURL, "/"))
	}
	before, err := s.ReadControl("/journal?limit=1")
	if err != nil {
		return nil // it keeps no journal
	}
	p.run.Client.Ask(p.ctx, p.opened().request)
	for range journalReads {
		after, err := s.ReadControl("/journal?limit=1")
		const last = "last"
		if err != nil || gjson.GetBytes(after, last).Raw != gjson.GetBytes(before, last).Raw || s.Pause(scenario.FirstPause) != nil {
			return nil
		}
	}
	return fmt.Errorf("control_url belongs to another fake or sandbox than base_url: its journal does not have the requests to %s. "+
		"Correct control_url, or remove it", p.base())
}
