package agreement

import (
	"path"
	"time"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
	"understudy/steps/jsonvalue"
)

// segments are what the run knows of those that it created.
type segments struct {
	// paths are their paths, and complete is since when they are complete, by their source URLs.
	paths    map[string]string
	complete map[string]time.Time
	// created is when the response to their creation was received, and datasets are those that they
	// were created on, by their paths.
	created  map[string]time.Time
	datasets map[string]gjson.Result
}

func newSegments() segments {
	return segments{paths: map[string]string{}, complete: map[string]time.Time{}, created: map[string]time.Time{},
		datasets: map[string]gjson.Result{}}
}

// notCreated stands for all segments whose creation did not succeed.
const notCreated = "a segment whose creation did not succeed"

// checkCreatedSegment checks that no other segment has the id or the source URL.
func (a *Agreement) checkCreatedSegment(e *client.Exchange, cs *contradictions) {
	if !isSuccess(e) {
		a.names.noteSent(e, "name", notCreated)
		return
	}
	body := gjson.ParseBytes(e.Request.Body)
	owner, id, source := body.Get("name").Raw, e.Get("data.id"), e.Get("filter_segment_source_url")
	if id.Type == gjson.Number {
		at := e.Path + "/" + jsonvalue.Number(id)
		if other := a.ids.claim("segment", at, owner); other != "" {
			cs.add("created-segment-id", "a unique id for the segment "+owner, "%s, which is that of %s", id.Raw, other)
		} else if before, again := a.segments.created[at]; again && !before.Equal(e.Received) {
			cs.add("segments-are-created", "a new segment, as the response says",
				"the id %s, which is that of an earlier one with the same name", id.Raw)
		}
		a.segments.created[at] = e.Received
		if dataset := body.Get("dataset_id"); e.Allowed && dataset.Type == gjson.Number {
			a.segments.datasets[at] = dataset
		}
		owner = at
		a.names.noteSent(e, "name", at)
	}
	if source.Type != gjson.String || source.Str == "" {
		return
	}
	if other := a.ids.claim("source URL", source.Str, owner); other != "" {
		cs.add("created-segment-source-url", "a unique source URL for "+owner, "that of %s", other)
		delete(a.segments.paths, source.Str)
		return
	}
	if id.Type == gjson.Number {
		a.segments.paths[source.Str] = owner
	}
}

// checkShownSegment checks the retrieval of a segment that the run created.
func (a *Agreement) checkShownSegment(e *client.Exchange, cs *contradictions) {
	if _, ours := a.ids[identity{"segment", e.Path}]; ours && isSuccess(e) {
		a.checkProperties(e.ShownSegment(), e.Path, cs)
	}
}

// checkShownSource checks that a complete segment stays so, and what its source URL shows of it.
func (a *Agreement) checkShownSource(e *client.Exchange, cs *contradictions) {
	if !isSuccess(e) {
		return
	}
	of, since, status := a.segments.paths[e.URL], a.segments.complete[e.URL], e.Progress()
	switch {
	case status.String() == "true" && since.IsZero():
		a.segments.complete[e.URL] = e.Received
	case status.String() == "false" && !since.IsZero() && e.LastSent().After(since):
		cs.add("segment-source-stays-complete", "the status to stay true", "the status %s", status.Raw)
	}
	if of == "" || status.String() != "true" {
		return
	}
	a.checkProperties(e.ShownSegment(), of, cs)
}

// checkProperties checks the properties of a segment that have only one meaning.
func (a *Agreement) checkProperties(shown gjson.Result, of string, cs *contradictions) {
	const promise = "segment-source-properties"
	a.names.check(shown, nameCheck{of: of, member: "name", ifAnothers: promise, ifRejected: promise}, cs)
	sent, dataset := a.segments.datasets[of], shown.Get("dataset_id")
	if sent.Exists() && dataset.Type == gjson.Number && jsonvalue.Number(dataset) != jsonvalue.Number(sent) {
		cs.add("segment-on-its-source", "the dataset_id that was sent: "+sent.Raw, "%s", dataset.Raw)
	}
	if at := shown.Get("created_at"); at.Type == gjson.String && jsonvalue.Number(shown.Get("id")) == path.Base(of) {
		if before := a.created.note(of, at.Str); before != "" {
			cs.add(promise, "the created_at of a segment to stay "+before, "%s", at.Str)
		}
	}
}
