package scenario

import (
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
)

// created is what a run knows of finding again what it has created.
type created struct {
	mu sync.Mutex
	// at is when something was created, by its path.
	at map[string]time.Time
	// with is the body that it was created with, and source the source URL of a segment, by its path.
	with   map[string][]byte
	source map[string]string
	// found is, per operation, when the latest of those was created that it found
	// within limits.settle.
	found map[string]time.Time
	// lost is, per operation, the first response to one that it did not find,
	// however long it was asked for.
	lost map[string]*client.Exchange
	// lostUpdates are the last responses to updates that did not find what they name, however
	// long it was asked for, by their paths.
	lostUpdates map[string]*client.Exchange
	// known says that a connector of the run was there for any request, be it one that was
	// rejected for another reason.
	known bool
	// plain are the connectors with a plain service_name that were found.
	plain []plainConnector
	// published are the paths of connectors that were published, or may have been.
	published map[string]bool
}

func newCreated() created {
	return created{at: map[string]time.Time{}, with: map[string][]byte{}, source: map[string]string{}, found: map[string]time.Time{},
		lost: map[string]*client.Exchange{}, lostUpdates: map[string]*client.Exchange{}, published: map[string]bool{}}
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
	r.created.mu.Lock()
	defer r.created.mu.Unlock()
	r.created.at[made.Path+"/"+name] = made.Received
	r.created.with[made.Path+"/"+name] = made.Request.Body
	if u := made.Get("filter_segment_source_url"); u.Type == gjson.String && len(u.Str) <= MostOfURL {
		r.created.source[made.Path+"/"+name] = u.Str
	}
}

// whole returns an update of a connector with all members of its creation, and a new label: a
// deployment may reject one with fewer members.
func (r *Run) whole(update client.Request) client.Request {
	r.created.mu.Lock()
	body := r.created.with[update.Path]
	r.created.mu.Unlock()
	var form struct {
		Connector map[string]any `json:"connector"`
	}
	if json.Unmarshal(body, &form) != nil || form.Connector == nil {
		return update
	}
	delete(form.Connector, "service_name")
	form.Connector["label"] = r.Name()
	return WithBody(update, form)
}

// of returns when the resource in a request's path was created, if the run did.
func (c *created) of(e *client.Exchange) (at time.Time, made bool) {
	if at, made = c.at[e.Path]; !made {
		at, made = c.at[path.Dir(e.Path)] // as that of a link, or of publishing
	}
	return at, made
}

// waitsUntil returns until when the resource in a request's path may not be found,
// because the run has just created it. An operation that never found anything is not waited
// for again.
func (c *created) waitsUntil(e *client.Exchange, settle time.Duration) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, made := c.of(e)
	never := c.lost[e.Operation] != nil && c.found[e.Operation].IsZero()
	if !made || never || IsBusy(e) && c.published[e.ConnectorPath()] {
		return time.Time{}
	}
	return at.Add(settle)
}

// isNew reports whether a request names what the run created less than settle before it.
func (c *created) isNew(e *client.Exchange, settle time.Duration) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, made := c.of(e)
	return made && e.Began.Before(at.Add(settle))
}

// has reports whether the run created what a request names.
func (c *created) has(e *client.Exchange) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, made := c.of(e)
	return made
}

// pending is how long a replica may still not know what the run has created and a request names.
func (c *created) pending(r client.Request, settle time.Duration) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, _ := c.of(&client.Exchange{Request: r})
	return max(0, time.Until(at.Add(settle)))
}

// note remembers whether an allowed request found what it names, in the end.
func (c *created) note(e *client.Exchange, waited bool, settle time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.Operation == spec.PublishConnector && !IsNotFound(e) {
		c.published[e.ConnectorPath()] = true
	}
	at, made := c.of(e)
	ofConnector := e.Operation == spec.UpdateConnector || e.Operation == spec.PublishConnector
	c.known = c.known || made && ofConnector && e.Err == nil && !IsNotFound(e)
	switch {
	case !made:
	case IsNotFound(e):
		if waited && c.lost[e.Operation] == nil {
			c.lost[e.Operation] = e
		}
		if waited && e.Operation == spec.UpdateConnector {
			c.lostUpdates[e.Path] = e
		}
	case e.Accepted():
		delete(c.lostUpdates, e.Path)
		if lost := c.lost[e.Operation]; lost != nil && lost.Path == e.Path {
			delete(c.lost, e.Operation) // what that request sent may have been the reason
		}
		if at.After(c.found[e.Operation]) && e.Began.Sub(at) <= settle {
			c.found[e.Operation] = at
		}
		if name := e.ServiceName(); ofConnector && plain.MatchString(name) {
			c.plain = append(c.plain, plainConnector{name, at})
		}
	}
}

// plainConnector is the service_name of a connector, and when it was created.
type plainConnector struct {
	name string
	at   time.Time
}

// missing returns the responses that did not find a connector, although one that was
// created later was found at once, or although none at all was ever found. One that was
// published may not be updated any more.
func (c *created) missing() (all []*client.Exchange) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, operation := range []string{spec.UpdateConnector, spec.PublishConnector} {
		e := c.lost[operation]
		if e == nil || c.published[e.Path] {
			continue
		}
		if at, _ := c.of(e); !c.known || c.found[operation].After(at) {
			all = append(all, e)
		}
	}
	return all
}

// several returns the updates of two connectors of which no later one was found: one alone may
// have been lost by an accident.
func (c *created) several() (all []*client.Exchange) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, path := range slices.Sorted(maps.Keys(c.lostUpdates)) {
		if !c.published[path] && len(all) < 2 {
			all = append(all, c.lostUpdates[path])
		}
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// LostLink returns the path of a link of which the segment was not found, however long it was asked
// for, and the segment's source URL; empty where there is none.
func (r *Run) LostLink() (at, source string) {
	r.created.mu.Lock()
	defer r.created.mu.Unlock()
	if e := r.created.lost[spec.CreateLink]; e != nil {
		return e.Path, r.created.source[path.Dir(e.Path)]
	}
	return "", ""
}

// findsOthers reports whether the connector of a request has a plain service_name and was never
// found, and one was found with such a name that is as long or longer, and was created later.
func (c *created) findsOthers(e *client.Exchange) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, _ := c.of(e)
	name := e.ServiceName()
	if !plain.MatchString(name) || slices.ContainsFunc(c.plain, func(found plainConnector) bool { return found.name == name }) {
		return false
	}
	return slices.ContainsFunc(c.plain, func(found plainConnector) bool { return found.at.After(at) && len(found.name) >= len(name) })
}

// untilFound repeats an allowed request while what the run has just created is
// not found.
func (s *Scenario) untilFound(e *client.Exchange) *client.Exchange {
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

// plain is a service_name that no deployment has a reason to save in another form.
var plain = regexp.MustCompile(`^[a-z0-9_]{1,60}$`)

// CheckLost asks once more, at the end of a run, for connectors of the run that were not found
// within limits.settle: see created.missing and created.several. Where others with such a name are
// found, one was not created; otherwise it may have another service_name.
//
// Promise connectors-are-created
// Promise connector-service-name-kept
func (r *Run) CheckLost(ctx context.Context) {
	missing := slices.DeleteFunc(r.created.missing(), func(e *client.Exchange) bool { return !r.isLost(ctx, e) })
	if several := r.created.several(); len(missing) == 0 && len(several) > 0 && r.isLost(ctx, several[0]) && r.isLost(ctx, several[1]) {
		missing = several[:1]
	}
	for _, e := range missing {
		broken := "connector-service-name-kept"
		if r.created.findsOthers(e) {
			broken = "connectors-are-created"
		}
		r.Accuse(outcome.Found(e, "the connector that was created to be found by its service_name",
			"%s, and again at the end of the run", e.Outcome()).About(broken))
	}
}

// isLost asks again for what an update or a publishing did not find, an update also with all
// members of the creation.
func (r *Run) isLost(ctx context.Context, e *client.Exchange) bool {
	again := r.Client.Ask(ctx, e.Request)
	if IsNotFound(again) && e.Operation == spec.UpdateConnector {
		r.Client.Release(again)
		again = r.Client.Ask(ctx, r.whole(e.Request))
	}
	defer r.Client.Release(again)
	return ctx.Err() == nil && IsNotFound(again)
}
