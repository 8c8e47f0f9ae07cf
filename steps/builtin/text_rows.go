package builtin

import (
	"understudy/spec"
	"understudy/steps/probe"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// textRows are the steps on the texts that a client writes and sees again.
var textRows = rows{
	when: []step{
		{
			Pattern: `^I relabel the connector with every class of text$`, Example: `I relabel the connector with every class of text`,
			Operations: []string{spec.UpdateConnector},
			Doc:        "An update per bundle of probes (scripts, emoji, quotes, markup, long texts) that no update of the run has carried yet. What the deployment rejects is not tried again.",
			Requires:   []thing{AConnector}, Provides: []thing{ATriedText}, Writes: true,
			Footprint: ofTrying("labels", footprint{Requests: len(textKinds[labels].classes)}),
			Func:      (*World).tryLabels,
		},
		{
			Pattern: `^I create connectors with every class of label$`, Example: `I create connectors with every class of label`,
			Operations: []string{spec.CreateConnector},
			Doc:        "A connector per bundle of probes that no creation of the run has carried yet.",
			Provides:   []thing{ATriedText}, Writes: true,
			Footprint: ofTrying("new labels", footprint{Requests: len(probe.Bundles), Connectors: len(probe.Bundles)}),
			Func:      (*World).tryNewLabels,
		},
		{
			Pattern: `^I rename the destination with every class of text$`, Example: `I rename the destination with every class of text`,
			Operations: []string{spec.UpdateDestination},
			Doc:        "A new name per class of probes that a person might type (mixed case, diacritics, quotes, an ampersand, digits, emoji) and that no update of the run has carried yet. The name is restored.",
			Provides:   []thing{ATriedText}, Writes: true,
			Footprint: ofRenaming.Plus(ofTrying("names", footprint{Requests: len(probe.Mild()), Renamings: len(probe.Mild())})),
			Func:      (*World).tryNames,
		},
		{
			Pattern: `^I create links with every class of redirect_uri$`, Example: `I create links with every class of redirect_uri`,
			Operations: []string{spec.CreateLink, spec.CreateSegment},
			Doc:        "A link per class of URLs (query, percent-encodings, empty and repeated parameters, fragment, slashes, port, capitals, length) that no link of the run has carried yet.",
			Provides:   []thing{ATriedText}, Writes: true,
			Footprint: ofLink.Plus(ofTrying("links", footprint{Requests: len(probe.URLs), Links: len(probe.URLs)})),
			Func:      (*World).tryRedirects,
		},
		{
			Pattern: `^I read segments with every class of name$`, Example: `I read segments with every class of name`,
			Operations: []string{spec.CreateSegment, spec.ReadSegmentSource},
			Doc:        "The source URLs of segments that the run created, one per bundle of probes that was not read yet; where there are too few, some more are created.",
			Provides:   []thing{ATriedText}, Writes: true,
			Footprint: footprint{Requests: 2 * len(probe.Bundles), Needs: "resources.source_id"}.Plus(ofTrying("segments", ofManySegments)),
			Func:      (*World).trySegmentNames,
		},
	},
	then: []step{
		{
			Pattern: `^each text is shown as it was sent$`, Example: `each text is shown as it was sent`,
			Doc:      "No response of the run shows such a text in other words than it was sent in, twice, on two resources: but for the form of Unicode and white space around it.",
			Requires: []thing{ATriedText},
			Func:     (*World).isShownAsSent,
		},
		{
			Pattern: `^all of them together are saved$`, Example: `all of them together are saved`,
			Doc:      "One more update has all texts that were accepted, but for those that replace a name, and is read back as `the new name is saved` and `the new label is saved` do. Where it is rejected, the scenario is not checked further.",
			Requires: []thing{ATriedText}, Footprint: footprint{Requests: 3},
			Func: (*World).areSavedTogether,
		},
	},
}

// ofManySegments is what as many segments cost as there are classes of names.
var ofManySegments = footprint{Requests: len(probe.Bundles), Segments: len(probe.Bundles), Waits: 1}

// ofTrying is what trying every class costs, and what a second look does.
func ofTrying(what string, f footprint) footprint {
	return f.Plus(footprint{Once: map[string]footprint{"the probes of " + what + " that are rejected": {Requests: probe.MaxRejected}}})
}

// try sends plain requests, which carry the classes that are left, until none is.
func (w *World) try(kind string, send func() error) error {
	w.tried = kind
	pool := w.run.texts.pools[kind]
	for range len(textKinds[kind].classes) {
		if left, err := w.left(pool); err != nil || left == 0 {
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

// left is how many classes may still be tried, once one of them may be.
func (w *World) left(pool *probe.Pool) (int, error) {
	for pool.IsWaiting() {
		if err := w.Pause(scenario.FirstPause); err != nil {
			return 0, err
		}
	}
	return pool.Left(), nil
}

func (w *World) tryLabels() error { return w.try(labels, w.updateConnector) }

func (w *World) tryNewLabels() error { return w.try(newLabels, w.createConnector) }

func (w *World) tryNames() error {
	if err := w.renamable(); err != nil {
		return err
	}
	return w.try(destinationNames, w.rename)
}

func (w *World) tryRedirects() error { return w.try(redirects, w.createLink) }

// trySegmentNames reads the segments of the run whose names were not seen yet.
func (w *World) trySegmentNames() error {
	if err := w.HasAll("resources.source_id", "resources.dataset_id"); err != nil {
		return err
	}
	if w.run.madeSegment() == nil {
		if err := w.segmentCreated(); err != nil {
			return err
		}
	}
	w.tried = segmentNames
	pool := w.run.texts.pools[segmentNames]
	for range probe.Bundles {
		if left, err := w.left(pool); err != nil {
			return err
		} else if left == 0 {
			break
		}
		if err := w.segmentCreated(); err != nil {
			return err
		}
	}
	return w.readNames(w.run.texts.unread(pool))
}

// readNames waits for segments to be complete, one after the other: while it waits for
// the first, the others become complete too.
func (w *World) readNames(named []segmentState) error {
	for _, s := range named {
		if w.segment = s; !w.run.texts.pools[segmentNames].IsLeft(w.run.texts.classAt(s.sourceURL)) {
			continue
		}
		if err := w.waitForCompletion(); err != nil {
			return err
		}
		if w.segment.complete == nil {
			return w.reached()
		}
		if err := w.lacksNoProperty(); err != nil {
			return err
		}
	}
	return nil
}

// unread are segments of the run, one per class that was not compared yet.
func (t *texts) unread(pool *probe.Pool) (unread []segmentState) {
	t.mu.Lock()
	defer t.mu.Unlock()
	seen := map[string]bool{}
	for u, s := range t.segments {
		if !seen[s.class] && pool.IsLeft(s.class) {
			seen[s.class] = true
			unread = append(unread, segmentState{id: s.id, sourceURL: u})
		}
	}
	return unread
}

func (t *texts) classAt(sourceURL string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.segments[sourceURL].class
}

// isShownAsSent fails where texts of the kind came back in other words.
//
// Promise segment-name-kept
// Promise connector-label-kept
// Promise destination-name-kept
// Promise link-redirect-echoed
func (w *World) isShownAsSent() error {
	t := w.run.texts
	t.mu.Lock()
	f := t.found[w.tried]
	t.mu.Unlock()
	pool := t.pools[w.tried]
	for _, id := range pool.Off() {
		w.Remark("%s: the deployment rejects %s", w.tried, id)
	}
	switch {
	case f != nil:
		return f
	case !pool.Compared():
		return scenario.Skip(report.NoItemSeen, "no response shows %s", w.tried)
	}
	return nil
}

// areSavedTogether sends all accepted texts in one and reads them back.
func (w *World) areSavedTogether() error {
	class := probe.Together(w.run.texts.pools[w.tried].Accepted())
	if w.tried == destinationNames {
		w.Send(w.withText(w.named(w.run.Name()), class))
		if w.Last.Rejected() {
			return nil
		}
		return w.keepsNewName()
	}
	r, err := w.connectorUpdate(nil)
	if err != nil {
		return err
	}
	w.relabel(w.withText(r, class))
	if w.Last.Rejected() {
		return nil
	}
	return w.keepsLabel()
}
