package texts

import (
	"understudy/spec"
	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/destinations"
	"understudy/steps/builtin/links"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/segments"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/probe"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// Rows are the steps on the texts that a client writes and sees again.
var Rows = rows.Group{
	When: []vocabulary.Step{
		{
			Pattern: `^I give the connector labels of many kinds, such as emoji and quotes$`,
			Example: `I give the connector labels of many kinds, such as emoji and quotes`,
			Aliases: []string{`^I (?:give the connector labels of every kind|relabel the connector with every class) ` +
				`of text$`},
			Operations: []string{spec.UpdateConnector},
			Doc: "An update per kind of text (scripts, emoji, quotes, markup, long texts) that no update of the run has had " +
				"yet, with escapes like \\u00e9 in the JSON. What the deployment rejects is not tried again.",
			Requires: []vocabulary.Thing{rows.AConnector}, Provides: []vocabulary.Thing{rows.ATriedText}, Writes: true,
			Footprint: ofTrying("labels", vocabulary.Footprint{Requests: len(textKinds[client.Labels].classes)}),
			Func:      tryLabels,
		},
		{
			Pattern:    `^I create connectors with labels of many kinds, such as emoji and quotes$`,
			Example:    `I create connectors with labels of many kinds, such as emoji and quotes`,
			Aliases:    []string{`^I create connectors with (?:labels of every kind of text|every class of label)$`},
			Operations: []string{spec.CreateConnector},
			Doc: "A creation per kind of text, as of `I give the connector labels of many kinds, such as emoji and quotes`, " +
				"that no creation of the run has had yet.",
			Provides: []vocabulary.Thing{rows.ATriedText}, Writes: true,
			Footprint: ofTrying("new labels", vocabulary.Footprint{Requests: probe.Tried(), Connectors: probe.Tried()}).Plus(rows.OfCreation),
			Func:      tryNewLabels,
		},
		{
			Pattern:    `^I rename the destination to names of many kinds, such as other scripts and quotes$`,
			Example:    `I rename the destination to names of many kinds, such as other scripts and quotes`,
			Aliases:    []string{`^I rename the destination (?:to names of every kind|with every class) of text$`},
			Operations: []string{spec.UpdateDestination},
			Doc: "A new name per kind of text that a person might type, such as other scripts and quotes, that no " +
				"update of the run has had yet. The name is restored.",
			Provides: []vocabulary.Thing{rows.ATriedText}, Writes: true,
			Footprint: rows.OfRenaming.Plus(ofTrying("names",
				vocabulary.Footprint{Requests: len(probe.Mild()) - 1, Renamings: len(probe.Mild()) - 1})),
			Func: tryNames,
		},
		{
			Pattern: `^I rename the destination to a name of digits$`, Example: `I rename the destination to a name of digits`,
			Operations: []string{spec.UpdateDestination},
			Doc:        "The name is 007, or a new one where that is rejected. It is restored.",
			Provides:   []vocabulary.Thing{rows.ARenaming, rows.ADestination}, Writes: true,
			Footprint: rows.OfRenaming.Plus(vocabulary.Footprint{Requests: 1, Renamings: 1}),
			Func:      renameToDigits,
		},
		{
			Pattern:    `^I create links with redirect_uris of many kinds, such as one with a query$`,
			Example:    `I create links with redirect_uris of many kinds, such as one with a query`,
			Aliases:    []string{`^I create links with every (?:kind|class) of redirect_uri$`},
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc: "A link per kind of URL, such as one with a query, a fragment, a port or capitals, that no link of the run " +
				"has had yet. Where links may be opened, the last two are.",
			Provides: []vocabulary.Thing{rows.ATriedText}, Writes: true,
			Footprint: rows.OfLink.Plus(ofTrying("links", vocabulary.Footprint{Requests: len(probe.URLs) + linksOpened, Links: len(probe.URLs)})),
			Func:      tryRedirects,
		},
		{
			Pattern:    `^I read segments with names of many kinds, such as emoji and quotes$`,
			Example:    `I read segments with names of many kinds, such as emoji and quotes`,
			Aliases:    []string{`^I read segments with (?:names of every kind of text|every class of name)$`},
			Operations: []string{spec.CreateSegment, spec.ReadSegmentSource},
			Doc: "The source URLs of segments that the run created, one per bundle of probes that was not read yet; where a " +
				"class has none, one is created.",
			Provides: []vocabulary.Thing{rows.ATriedText}, Writes: true,
			Footprint: vocabulary.Footprint{Requests: 2 * probe.Tried(),
				Needs: target.SourceID}.Plus(ofTrying("segments", ofManySegments)),
			Func: trySegmentNames,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^each text is shown as it was sent$`, Example: `each text is shown as it was sent`,
			Doc: "Each response of the run shows each text as it was sent; the form of Unicode and white space around it may " +
				"differ. A difference has to show on two resources, or twice on one.",
			Requires: []vocabulary.Thing{rows.ATriedText},
			Func:     isShownAsSent,
		},
		{
			Pattern: `^an update with all of these texts together is saved$`,
			Example: `an update with all of these texts together is saved`,
			Aliases: []string{`^all of them together are saved$`},
			Doc: "One more update has all texts that were accepted, and is read back as by `the new label is saved`. If it is " +
				"rejected, the scenario is not checked further.",
			Requires: []vocabulary.Thing{rows.ATriedText}, Footprint: vocabulary.Footprint{Requests: 3},
			Func: areSavedTogether,
		},
	},
}

// ofManySegments is what as many segments cost as there are classes of names.
var ofManySegments = vocabulary.Footprint{Requests: probe.Tried(), Segments: probe.Tried(), Waits: 1}

// ofTrying is what trying every class costs, and what a second look does.
func ofTrying(what string, f vocabulary.Footprint) vocabulary.Footprint {
	rejected := probe.MaxRejected + 1 + len(probe.Bundles) - probe.Tried()
	return f.Plus(vocabulary.Once(vocabulary.RejectedProbes, what, vocabulary.Footprint{Requests: rejected}))
}

// try sends plain requests, which carry the classes that are left, until none is.
func try(w *world.World, kind client.TextKind, send func() error) error {
	ofScenario(w).tried = kind
	pool := ofRun(w.Run).pools[kind]
	for range textKinds[kind].classes {
		if left, err := classesLeft(w, pool); err != nil || left == 0 {
			return err
		}
		if err := send(); err != nil {
			return err
		}
		if err := w.Usable(w.Last); err != nil {
			return err
		}
	}
	return nil
}

// classesLeft is how many classes may still be tried, once one of them may be.
func classesLeft(w *world.World, pool *probe.Pool) (int, error) {
	for pool.IsWaiting() {
		if err := w.Pause(scenario.FirstPause); err != nil {
			return 0, err
		}
	}
	return pool.Left(), nil
}

func tryLabels(w *world.World) error {
	return try(w, client.Labels, func() error { return connectors.Update(w) })
}

func tryNewLabels(w *world.World) error {
	return try(w, client.NewLabels, func() error { return connectors.Create(w) })
}

func tryNames(w *world.World) error {
	if err := destinations.PrepareRenaming(w); err != nil {
		return err
	}
	return try(w, client.DestinationNames, func() error { return destinations.Rename(w) })
}

// renameToDigits gives the destination a name of digits, or another one where that is rejected.
func renameToDigits(w *world.World) error {
	if err := destinations.PrepareRenaming(w); err != nil {
		return err
	}
	if w.Send(withText(w, destinations.NamingRequest(w, w.Run.Name()), probe.Digits)).Accepted() {
		return nil
	}
	return destinations.Rename(w)
}

// linksOpened is how many of the links that are created last are opened.
const linksOpened = 2

func tryRedirects(w *world.World) error {
	return try(w, client.Redirects, func() error {
		if err := links.Create(w); err != nil {
			return err
		}
		if ofRun(w.Run).pools[client.Redirects].Left() >= linksOpened {
			return nil
		}
		return links.OpenNew(w)
	})
}

// trySegmentNames reads the segments of the run whose names were not seen yet.
func trySegmentNames(w *world.World) error {
	if err := w.HasAll(target.SourceID, target.DatasetID); err != nil {
		return err
	}
	if segments.Made(w.Run) == nil {
		if err := segments.Created(w); err != nil {
			return err
		}
	}
	ofScenario(w).tried = client.SegmentNames
	pool := ofRun(w.Run).pools[client.SegmentNames]
	for range probe.Tried() {
		if left, err := classesLeft(w, pool); err != nil {
			return err
		} else if left == 0 || len(ofRun(w.Run).unread(pool)) == pool.ToCompare() {
			break
		}
		if err := segments.Created(w); err != nil {
			return err
		}
	}
	return readNames(w, ofRun(w.Run).unread(pool))
}

// readNames waits for segments to be complete, one after the other: while it waits for
// the first, the others become complete too.
func readNames(w *world.World, named []world.Segment) error {
	for _, s := range named {
		if !ofRun(w.Run).pools[client.SegmentNames].IsLeft(ofRun(w.Run).classAt(s.SourceURL)) {
			continue
		}
		if _, err := segments.Completed(w, &s); err != nil {
			return err
		}
		if err := segments.LacksNoProperty(w, s); err != nil {
			return err
		}
	}
	return nil
}

// unread are segments of the run, one per class that was not compared yet.
func (t *texts) unread(pool *probe.Pool) (unread []world.Segment) {
	t.mu.Lock()
	defer t.mu.Unlock()
	seen := map[string]bool{}
	for u, s := range t.segments {
		if !seen[s.class] && pool.IsLeft(s.class) {
			seen[s.class] = true
			unread = append(unread, world.Segment{ID: s.id, SourceURL: u})
		}
	}
	return unread
}

func (t *texts) classAt(sourceURL string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.segments[sourceURL].class
}

// isShownAsSent fails where texts of the kind came back in other words: in two resources, or
// twice at a source URL that showed the right one before.
//
// Promise segment-name-kept
// Promise connector-label-kept
// Promise destination-name-kept
// Promise link-redirect-echoed
func isShownAsSent(w *world.World) error {
	t, kind := ofRun(w.Run), ofScenario(w).tried
	t.mu.Lock()
	f := t.found[kind]
	t.mu.Unlock()
	pool := t.pools[kind]
	for _, id := range pool.Off() {
		w.Remark("%s: the deployment rejects %s", kind, id)
	}
	switch {
	case f != nil:
		return f
	case !pool.Compared():
		return outcome.Skip(report.NoItemSeen, "no response shows %s", kind)
	}
	return nil
}

// areSavedTogether sends all accepted texts in one and reads them back. Those that replace a
// name are left out.
func areSavedTogether(w *world.World) error {
	class := probe.Together(ofRun(w.Run).pools[ofScenario(w).tried].Accepted())
	if ofScenario(w).tried == client.DestinationNames {
		w.Send(withText(w, destinations.NamingRequest(w, w.Run.Name()), class))
		if w.Last.Rejected() {
			return nil
		}
		return destinations.KeepsNewName(w)
	}
	r, err := connectors.UpdateRequest(w, nil)
	if err != nil {
		return err
	}
	connectors.Relabel(w, withText(w, r, class))
	if w.Last.Rejected() {
		return nil
	}
	return connectors.ReadLabelBack(w)
}
