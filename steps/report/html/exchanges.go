package html

import (
	"encoding/json"
	"fmt"

	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/view"
)

// exchangeShown is an exchange as the page shows it to a finding.
type exchangeShown struct {
	// ID is that of its element.
	ID, Title string
	// Same reports that the element belongs to an earlier finding, which shows all of it.
	Same              bool
	Request, Response view.Message
	Curl              string
	// Brief reports that the page has no room for more than the first line of the response.
	Brief bool
}

const (
	// roomForExchanges is how much text of exchanges the page contains, in bytes. The
	// JSON report has the rest.
	roomForExchanges = 60_000
	// mostOfCurl is the length at which a curl command is cut, in characters, and
	// briefCurl that of an exchange for which the page has no room.
	mostOfCurl, briefCurl = 20_000, 400
)

// exchanges are those that a page shows: each once, until there is no more room.
type exchanges struct {
	room int
	ids  map[string]string
}

func newExchanges() *exchanges { return &exchanges{roomForExchanges, map[string]string{}} }

// show shows an exchange to a finding about the place of a JSON pointer. If an earlier
// finding has the same exchange, it leads there.
func (all *exchanges) show(e *report.Exchange, pointer string) *exchangeShown {
	key := keyOf(e)
	shown := &exchangeShown{Title: prose.Clip(prose.Legible(e.Method+" "+e.URL), 200)}
	if shown.ID, shown.Same = all.ids[key]; shown.Same {
		return shown
	}
	shown.ID = fmt.Sprintf("exchange-%d", len(all.ids)+1)
	all.ids[key] = shown.ID
	shown.Request, shown.Response = view.Request(e), view.Response(e, pointer)
	shown.Curl = prose.Clip(prose.Legible(e.Curl()), mostOfCurl)
	size := len(shown.Request.String()) + len(shown.Response.String()) + len(shown.Curl)
	if shown.Brief = size > all.room; shown.Brief {
		shown.Curl = prose.Clip(shown.Curl, briefCurl)
		return shown
	}
	all.room -= size
	return shown
}

// keyOf is equal for exchanges that differ in nothing but their duration.
func keyOf(e *report.Exchange) string {
	same := *e
	same.DurationMS = 0
	text, err := json.Marshal(same)
	if err != nil {
		panic(err) // an exchange is JSON
	}
	return string(text)
}
