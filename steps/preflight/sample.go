package preflight

import (
	"fmt"
	"html"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

// sampleOfAnother says that samples.service_connection is not the content of
// resources.destination_id, as its name shows: each update would write the sample over the
// destination. A name that is only altered is left to the run, which may find a broken promise.
func (p *check) sampleOfAnother() error {
	sample, _ := p.run.Target.Samples.ServiceConnection["name"].(string)
	id := p.run.Target.ID(target.DestinationID)
	if writes := p.run.Target.Writes() && !p.run.Options.ReadOnly; !writes || !p.updates || sample == "" || id == "" {
		return nil
	}
	e := p.run.Client.Ask(p.ctx, scenario.New(p.ctx, p.run, nil).Request(spec.GetDestination, id))
	defer p.run.Client.Release(e)
	shown := e.Get(client.NameShown)
	if !e.OK() || shown.Type != gjson.String || jsonvalue.Number(e.Get("data.id")) != id || !isAnotherName(sample, shown.Str) {
		return nil
	}
	redact := p.run.Redact.Text
	return fmt.Errorf("destination %s (resources.destination_id) has the name %.80q, but samples.service_connection the name %.80q: an update "+
		"sends the sample, and would overwrite the destination: correct one of the two; nothing was changed", redact(id), redact(shown.Str), redact(sample))
}

// ofEarlierRun is a word in each name that a run gives.
const ofEarlierRun = "understudy"

// isAnotherName reports whether two names have nothing to do with each other: neither contains
// the other, in letters and digits alone, also where the shown one is escaped as HTML. A run that was killed may
// have left its own.
func isAnotherName(sample, shown string) bool {
	isRelated := func(shown string) bool {
		a, b := letters(sample), letters(shown)
		return a == "" || b == "" || strings.Contains(b, ofEarlierRun) || strings.Contains(a, b) || strings.Contains(b, a)
	}
	return !isRelated(shown) && !isRelated(html.UnescapeString(shown))
}

// letters returns the letters and digits of a text, in lower case.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}
