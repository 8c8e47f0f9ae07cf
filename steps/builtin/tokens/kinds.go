package tokens

import (
	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
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
	return outcome.Skip(report.MissingTestData, "no list was read with %s, and an invalid token is rejected whatever its kind",
		scenario.TokenKeys[kind].Key)
}

// readsAny reads lists with a kind of token until one is shown.
func readsAny(w *world.World, kind spec.TokenKind) bool {
	for i := range paging.Listings {
		if o, _ := spec.OperationByID(paging.Listings[i].Operation); o.Token != kind {
			continue
		}
		if r, err := w.ListRequest(&paging.Listings[i], nil); err == nil && scenario.ShowsResource(w.Do(r)) {
			return true
		}
	}
	return false
}
