package tokens

import (
	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

// checkValid skips where no list opens with the target file's token of a kind: of one that is
// invalid, a rejection says nothing about its kind.
func checkValid(w *world.World, kind spec.TokenKind) error {
	for _, o := range spec.Operations {
		if o.Token == kind && w.Run.Operations.HasSucceeded(o.ID) {
			return nil
		}
	}
	if opened, err := ofRun(w.Run).opened.Of(kind).Get(func() (bool, error) { return readsAny(w, kind), nil }); opened || err != nil {
		return err
	}
	return outcome.SkipFor(listsNeeded(w, kind), report.MissingTestData,
		"no list was read with %s, and an invalid token is rejected whatever its kind", scenario.TokenKeys[kind].Key)
}

// listsNeeded returns the keys that would let a list be read with a kind of token: "" where
// the target file has the key of one, or none is needed.
func listsNeeded(w *world.World, kind spec.TokenKind) string {
	for _, l := range paging.Listings {
		if o := spec.OperationOf(l.Operation); o.Token == kind && !w.Run.Target.Lacks(l.Resource) {
			return ""
		}
	}
	return target.ObjectsDestinationID + " or " + target.TopicsSourceID
}

// readsAny reads lists with a kind of token until one is shown.
func readsAny(w *world.World, kind spec.TokenKind) bool {
	for i := range paging.Listings {
		if o := spec.OperationOf(paging.Listings[i].Operation); o.Token != kind {
			continue
		}
		if r, err := w.ListRequest(&paging.Listings[i], nil); err == nil && scenario.ShowsResource(w.Do(r)) {
			return true
		}
	}
	return false
}
