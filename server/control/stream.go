package control

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"understudy/server/journal"
	"understudy/server/sandbox"
	"understudy/server/secret"
)

// streamJournal sends exchanges as server-sent events, as they end: event exchange
// with the exchange, and event dropped with the number of exchanges that were pushed
// out of the journal before they could be sent. It starts after the exchange of the
// header Last-Event-ID, or of the parameter after, else with the next one. It ends when
// the client has gone, the sandbox is deleted, or the server stops.
//
// Requests never wait for it: it reads from the journal what it has not sent yet, and a
// slow reader misses what was pushed out. A client that has not taken an event after
// 15 seconds is disconnected.
func streamJournal(c *call, sb *sandbox.Sandbox) (reply, error) {
	filter, err := journal.ParseFilter(c.query)
	if err != nil {
		return reply{}, err
	}
	follows := c.query.Has("after")
	return reply{http.StatusOK, streamed(func(w http.ResponseWriter, r *http.Request) {
		s := stream{w: w, controller: http.NewResponseController(w), filter: filter, known: sb.KnownTokens, journal: sb.Journal(), sent: filter.After}
		s.alive = func() bool { now, ok := c.hub.Find(sb.ID()); return ok && now == sb }
		last, err := strconv.ParseUint(r.Header.Get("Last-Event-ID"), 10, 64)
		switch {
		case err == nil:
			s.sent = last
		case !follows:
			s.sent = s.journal.Last()
		}
		if s.sent > s.journal.Last() {
			s.sent = 0 // the number is from a journal before a restart
		}
		s.run(r)
	})}, nil
}

// stream is a stream to a client.
type stream struct {
	w          http.ResponseWriter
	controller *http.ResponseController
	filter     journal.Filter
	known      func() *secret.Known
	journal    *journal.Journal
	sent       uint64
	// alive reports whether the sandbox still exists: another may have its id.
	alive func() bool
}

// heartbeat is after how long without an event a comment is sent, and how long a client
// has to take what is sent: a stream may outlast its sandbox by so much.
const heartbeat = 15 * time.Second

func (s *stream) run(r *http.Request) {
	h := s.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("Connection", "close")                  // its last write deadline stays set
	_ = s.controller.SetReadDeadline(time.Time{}) // the server's limit is for responses that end
	err := s.comment("the journal")
	for err == nil && r.Context().Err() == nil && s.alive() {
		err = s.next(r.Context())
	}
}

// next sends the next event or heartbeat.
func (s *stream) next(ctx context.Context) error {
	beat, cancel := context.WithTimeout(ctx, heartbeat)
	defer cancel()
	switch {
	case !s.journal.Wait(beat, s.sent):
		return s.comment("")
	case !s.alive():
		return nil
	}
	return s.catchUp()
}

func (s *stream) comment(text string) error { return s.write(": " + text + "\n\n") }

// write sends a text, with a deadline.
func (s *stream) write(text string) error {
	_ = s.controller.SetWriteDeadline(time.Now().Add(heartbeat)) // instead of the server's, which would end the stream
	_, err := io.WriteString(s.w, text)
	return cmp.Or(err, s.controller.Flush())
}

// catchUp sends the exchanges that the client does not have yet.
func (s *stream) catchUp() error {
	kept, missed := s.journal.After(s.sent)
	if missed > 0 {
		if err := s.event("dropped", map[string]uint64{"dropped": missed}); err != nil {
			return err
		}
	}
	known := s.known()
	for _, e := range kept {
		if !s.alive() {
			return nil
		}
		s.sent = e.Seq
		shown, ok := s.filter.Show(e, known)
		if !ok {
			continue
		}
		if err := s.event("exchange", shown); err != nil {
			return err
		}
	}
	return nil
}

func (s *stream) event(name string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	id := ""
	if name == "exchange" {
		id = fmt.Sprintf("id: %d\n", s.sent)
	}
	return s.write(fmt.Sprintf("event: %s\n%sdata: %s\n\n", name, id, text))
}
