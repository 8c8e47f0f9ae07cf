package control

import (
	"net/http"
	"strconv"

	"understudy/server/journal"
	"understudy/server/sandbox"
)

var journalRoutes = []route{
	{http.MethodGet, "journal", onJournal(queryJournal), plain},
	{http.MethodDelete, "journal", onJournal(clearJournal), frees},
	{http.MethodGet, "journal.har", onJournal(archiveJournal), plain},
	{http.MethodGet, "journal/findings", onJournal(findInJournal), plain},
	{http.MethodGet, "journal/stream", onJournal(streamJournal), plain},
	{http.MethodGet, "journal/{seq}", onJournal(readJournal), plain},
}

// onJournal makes a handler of a function on the journal of the sandbox that the query
// selects.
func onJournal(do func(c *call, sb *sandbox.Sandbox) (reply, error)) handler {
	return func(c *call) (reply, error) {
		sb, err := c.sandbox()
		if err != nil {
			return reply{}, err
		}
		if sb.Journal().Limits().Exchanges == 0 {
			return reply{}, &failure{status: http.StatusNotFound, says: "the journal is off: start the fake with --journal 1000 (Options.Journal)"}
		}
		return do(c, sb)
	}
}

// exchanges are those that a query found, in order, whether there are more, and how
// many were pushed out of the journal.
type exchanges struct {
	Exchanges []journal.Shown `json:"exchanges"`
	More      bool            `json:"more"`
	Evicted   uint64          `json:"evicted"`
	Last      uint64          `json:"last"`
}

func queryJournal(c *call, sb *sandbox.Sandbox) (reply, error) {
	filter, err := journal.ParseFilter(c.query)
	if err != nil {
		return reply{}, err
	}
	j := sb.Journal()
	found, more := j.Query(filter, sb.KnownTokens())
	return reply{http.StatusOK, exchanges{found, more, j.Evicted(), j.Last()}}, nil
}

func clearJournal(_ *call, sb *sandbox.Sandbox) (reply, error) {
	return reply{http.StatusOK, map[string]int{"cleared": sb.Journal().Clear()}}, nil
}

func archiveJournal(c *call, sb *sandbox.Sandbox) (reply, error) {
	filter, err := journal.ParseFilter(c.query)
	if err != nil {
		return reply{}, err
	}
	if filter.Limit == 0 {
		filter.Limit = sb.Journal().Limits().Exchanges
	}
	found, _ := sb.Journal().Query(filter, sb.KnownTokens())
	return reply{http.StatusOK, journal.Archive(found, c.control.Version)}, nil
}

func findInJournal(_ *call, sb *sandbox.Sandbox) (reply, error) {
	return reply{http.StatusOK, sb.Journal().Findings(sb.KnownTokens())}, nil
}

func readJournal(c *call, sb *sandbox.Sandbox) (reply, error) {
	seq, err := strconv.ParseUint(c.ids["seq"], 10, 64)
	if err != nil {
		return reply{}, &failure{status: http.StatusNotFound, says: "seq: give the number of an exchange: GET journal lists them"}
	}
	e, ok := sb.Journal().Find(seq)
	if !ok {
		return reply{}, &failure{status: http.StatusNotFound, says: "the journal has no such exchange, or no longer has it: GET journal lists them"}
	}
	return reply{http.StatusOK, e.Show(sb.KnownTokens())}, nil
}
