package scenario

import (
	"net/url"
	"path"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
)

// created is what a run knows of finding again what it has created. What it makes of connectors
// that are not found is in lost.go.
type created struct {
	mu sync.Mutex
	// resources are what the run created, by their paths.
	resources map[string]*resource
	// searches say, per operation, whether it finds what the run created.
	searches map[string]search
	// known says that a connector of the run was there for any request, be it one that was
	// rejected for another reason.
	known bool
}

// resource is what a run knows of something that it created.
type resource struct {
	// at is when it was created, with is the body of its creation, source the source URL of a segment.
	at     time.Time
	with   []byte
	source string
	// connector is what else the run knows of it, if it is a connector.
	connector connectorFound
}

// search is what an operation found of what the run created.
type search struct {
	// found is when the latest of those was created that it found within limits.settle.
	found time.Time
	// lost is the first response to one that it did not find, however long it was asked for.
	lost *client.Exchange
}

func newCreated() created {
	return created{resources: map[string]*resource{}, searches: map[string]search{}}
}

// noteMade remembers when the run created something, by its path.
func (r *Run) noteMade(made *client.Exchange, id gjson.Result) {
	if len(id.Raw) > MostOfURL {
		return // it is not requested
	}
	name := url.PathEscape(id.String())
	if id.Type == gjson.Number {
		name = jsonvalue.Number(id)
	}
	at := made.Path + "/" + name
	r.created.mu.Lock()
	defer r.created.mu.Unlock()
	if r.created.resources[at] == nil {
		r.created.resources[at] = &resource{}
	}
	of := r.created.resources[at]
	of.at, of.with = made.Received, made.Request.Body
	if u := made.Get("filter_segment_source_url"); u.Type == gjson.String && len(u.Str) <= MostOfURL {
		of.source = u.Str
	}
}

// of returns the resource in a request's path; nil if the run did not create it.
func (c *created) of(e *client.Exchange) *resource {
	if made := c.resources[e.Path]; made != nil {
		return made
	}
	return c.resources[path.Dir(e.Path)] // as that of a link, or of publishing
}

// waitsUntil returns until when the resource in a request's path may not be found,
// because the run has just created it. An operation that never found anything is not waited
// for again.
func (c *created) waitsUntil(e *client.Exchange, settle time.Duration) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	made, s := c.of(e), c.searches[e.Operation]
	never := s.lost != nil && s.found.IsZero()
	if made == nil || never || IsBusy(e) && made.connector.published {
		return time.Time{}
	}
	return made.at.Add(settle)
}

// isNew reports whether a request names what the run created less than settle before it.
func (c *created) isNew(e *client.Exchange, settle time.Duration) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	made := c.of(e)
	return made != nil && e.Began.Before(made.at.Add(settle))
}

// has reports whether the run created what a request names.
func (c *created) has(e *client.Exchange) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.of(e) != nil
}

// pending is how long a replica may still not know what the run has created and a request names.
func (c *created) pending(r client.Request, settle time.Duration) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	made := c.of(&client.Exchange{Request: r})
	if made == nil {
		return 0
	}
	return max(0, time.Until(made.at.Add(settle)))
}

// note remembers whether an allowed request found what it names, in the end.
func (c *created) note(e *client.Exchange, waited bool, settle time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	made := c.of(e)
	if made == nil {
		return
	}
	s := c.searches[e.Operation]
	switch {
	case IsNotFound(e):
		if waited && s.lost == nil {
			s.lost = e
		}
	case e.Accepted():
		if s.lost != nil && s.lost.Path == e.Path {
			s.lost = nil // what that request sent may have been the reason
		}
		if made.at.After(s.found) && e.Began.Sub(made.at) <= settle {
			s.found = made.at
		}
	}
	c.searches[e.Operation] = s
	c.noteConnector(made, e, waited)
}

// repeatUntilFound repeats an allowed request while what the run has just created is
// not found.
func (s *Scenario) repeatUntilFound(e *client.Exchange) *client.Exchange {
	if !e.Allowed {
		return e
	}
	settle := time.Duration(s.run.Target.Limits.Settle)
	settled, waited := s.run.created.waitsUntil(e, settle), false
	for pause := FirstPause; (IsNotFound(e) || IsBusy(e)) && e.Began.Before(settled); pause = min(2*pause, LongestPoll) {
		if s.Pause(max(0, min(pause, time.Until(settled)))) != nil {
			return e
		}
		e, waited = s.try(e.Request), true
	}
	s.run.created.note(e, waited, settle)
	return e
}

// LostLink returns the path of a link of which the segment was not found, however long it was asked
// for, and the segment's source URL; empty where there is none.
func (r *Run) LostLink() (at, source string) {
	r.created.mu.Lock()
	defer r.created.mu.Unlock()
	if e := r.created.searches[spec.CreateLink].lost; e != nil {
		return e.Path, r.created.of(e).source
	}
	return "", ""
}
