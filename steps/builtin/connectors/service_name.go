package connectors

import (
	"fmt"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
)

// checkServiceNameOfPaths checks a creation that returned another service_name than was
// sent: it has to be the one of the connector's paths.
func checkServiceNameOfPaths(w *world.World, sent string) error {
	returned := w.Connector.Service
	for _, name := range []string{returned, sent} {
		c := w.Connector
		c.Service = name
		r := updateOf(w, c, nil)
		r.Allowed = false
		if e := w.Exchange(r); !e.Accepted() {
			continue
		}
		if name == returned {
			return nil
		}
		return w.BlockedOn("connector-service-name-kept",
			outcome.Found(w.Last, fmt.Sprintf("the service_name %q, by which the connector is updated", sent), "%q", returned))
	}
	return nil
}

// showsServiceNameInPath checks that a response is about the connector of the path.
//
// Promise connector-service-name-kept
func showsServiceNameInPath(w *world.World) error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	v, err := w.Value(w.Last, "data.service_name", scenario.String)
	if err != nil {
		return err
	}
	if v.String() != w.Connector.Service {
		return outcome.Found(w.Last, fmt.Sprintf("the service_name %q", w.Connector.Service), "%s", v.Raw)
	}
	return nil
}

// updateServiceName sends a new label with a service_name that no connector has.
func updateServiceName(w *world.World) error {
	r, err := UpdateRequest(w, func(b map[string]any) {
		b["connector"] = map[string]any{"label": w.Run.Name(), "service_name": w.Run.NoConnector()}
	})
	if err != nil {
		return err
	}
	LockConnector(w, w.Connector)
	e := w.Probe(r)
	if f := world.NamesAnother(e); f != nil && e.Accepted() {
		return w.BlockedOn(f.Promise, f)
	}
	return checkNotRenamed(w, e)
}

// checkNotRenamed checks that an update with another service_name, which is sent on create
// only, has not renamed the connector: it is updated by the one of its path.
//
// Promise connector-service-name-kept
func checkNotRenamed(w *world.World, renaming *client.Exchange) error {
	if !renaming.Accepted() {
		return nil
	}
	r, err := WithoutLabel(w)
	if err != nil {
		return err
	}
	e, err := w.CaughtUp(w.Exchange(r), scenario.IsNotFound, func() *client.Exchange { return w.Exchange(r) })
	if err != nil || !scenario.IsNotFound(e) {
		return err
	}
	return w.BlockedOn("connector-service-name-kept",
		outcome.Found(e, fmt.Sprintf("the connector to be updated by its service_name %q", w.Connector.Service), "%s", scenario.Rejection(e)))
}
