package scenario

import (
	"context"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/outcome"
)

// connectorFound is what a run knows of finding a connector that it created.
type connectorFound struct {
	// published says that it was published, or may have been: it may not be updated any more.
	published bool
	// service is its service_name and created when it was created, as soon as it was found.
	service string
	created time.Time
	// lost is the last response to an update that did not find it, however long it was asked for.
	lost *client.Exchange
}

// noteConnector remembers whether an update or a publishing found a connector.
func (c *created) noteConnector(made *resource, e *client.Exchange, waited bool) {
	isUpdate, isPublishing := e.Operation == spec.UpdateConnector, e.Operation == spec.PublishConnector
	found := &made.connector
	switch {
	case !isUpdate && !isPublishing:
		return
	case IsNotFound(e):
		if waited && isUpdate {
			found.lost = e
		}
		return
	}
	found.published = found.published || isPublishing
	c.known = c.known || e.Err == nil
	if e.Accepted() {
		found.service, found.created = e.ServiceName(), made.at
		if isUpdate {
			found.lost = nil
		}
	}
}

// missing returns the responses that did not find a connector, although one that was
// created later was found at once, or although none at all was ever found.
func (c *created) missing() (all []*client.Exchange) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, operation := range []string{spec.UpdateConnector, spec.PublishConnector} {
		s := c.searches[operation]
		if s.lost == nil {
			continue
		}
		made := c.of(s.lost)
		mayNotBeUpdated := operation == spec.UpdateConnector && made.connector.published
		if !mayNotBeUpdated && (!c.known || s.found.After(made.at)) {
			all = append(all, s.lost)
		}
	}
	return all
}

// several returns the updates of two connectors of which no later one was found: one alone may
// have been lost by an accident.
func (c *created) several() (all []*client.Exchange) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, path := range slices.Sorted(maps.Keys(c.resources)) {
		if connector := c.resources[path].connector; connector.lost != nil && !connector.published {
			all = append(all, connector.lost)
		}
	}
	if len(all) < 2 {
		return nil
	}
	return all[:2]
}

// findsOthers reports whether the connector of a request has a plain service_name and was never
// found, and one was found with such a name that is as long or longer, and was created later.
func (c *created) findsOthers(e *client.Exchange) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	made, name := c.of(e), e.ServiceName()
	if !plain.MatchString(name) || made.connector.service != "" {
		return false
	}
	for _, other := range c.resources {
		found := other.connector
		if plain.MatchString(found.service) && len(found.service) >= len(name) && found.created.After(made.at) {
			return true
		}
	}
	return false
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
	missing := slices.DeleteFunc(r.created.missing(), func(e *client.Exchange) bool { return !r.confirmLost(ctx, e) })
	if several := r.created.several(); len(missing) == 0 && len(several) > 0 && r.confirmLost(ctx, several[0]) && r.confirmLost(ctx, several[1]) {
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

// confirmLost asks again for what an update or a publishing did not find, an update also with all
// members of the creation.
func (r *Run) confirmLost(ctx context.Context, e *client.Exchange) bool {
	again := r.Client.Ask(ctx, e.Request)
	if IsNotFound(again) && e.Operation == spec.UpdateConnector {
		r.Client.Release(again)
		again = r.Client.Ask(ctx, r.whole(e.Request))
	}
	defer r.Client.Release(again)
	return ctx.Err() == nil && IsNotFound(again)
}

// whole returns an update of a connector with all members of its creation, and a new label: a
// deployment may reject one with fewer members.
func (r *Run) whole(update client.Request) client.Request {
	r.created.mu.Lock()
	var body []byte
	if made := r.created.resources[update.Path]; made != nil {
		body = made.with
	}
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
