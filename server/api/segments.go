package api

import (
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"understudy/server/resource"
	"understudy/server/response"
)

// createSegment serves POST /api/v1/sources/{source_id}/filter_segments.
//
// Promise segments-are-created.
func createSegment(c *Call) (Reply, error) {
	source, err := c.source()
	if err != nil {
		return Reply{}, err
	}
	segment, err := c.bindSegment(source)
	if err != nil {
		return Reply{}, err
	}
	segment.Completion = c.transition.Begin(c.tx.Now)
	segment = c.tx.AddSegment(segment)
	// Promise created-segment-code, created-segment-status, created-segment-data.
	return Reply{http.StatusCreated, response.Object{
		{"status", "created"},
		{"data", response.Object{{"id", segment.ID}}}, // Promise created-segment-id
		{"filter_segment_source_url", c.base + c.path() + "/" + strconv.FormatInt(segment.ID, 10) + "/source_status"}, // Promise created-segment-source-url
	}}, nil
}

// readSegmentSource serves the URL in the response to a segment's creation
// (section States and transitions).
func readSegmentSource(c *Call) (Reply, error) {
	segment, err := c.segment()
	switch {
	case err != nil:
		return Reply{}, err
	// Promise segment-source-completes.
	case segment.Complete(c.tx.Now):
		// Promise segment-source-status, segment-source-properties.
		return Reply{http.StatusOK, response.Object{
			{"status", response.Progress{Complete: true, Properties: c.segmentBody(segment)}},
		}}, nil
	}
	c.tx.CountRead(segment)
	running := Reply{http.StatusOK, response.Object{{"status", response.Progress{}}}}
	// Gap source-code: the response while creation is running.
	c.dependsOn("source-code")
	switch c.variant("source-code") {
	case "202":
		running.Status = http.StatusAccepted
	case "404":
		c.tx.Commit() // the read counts although it is rejected
		return Reply{}, reject(segmentUnknown, "segment %d is being created: ask again", segment.ID)
	}
	return running, nil
}

// getSegment serves GET /api/v1/sources/{source_id}/filter_segments/{segment_id}.
func getSegment(c *Call) (Reply, error) {
	segment, err := c.segment()
	if err != nil {
		return Reply{}, err
	}
	return Reply{http.StatusOK, response.Object{{"status", "success"}, {"data", c.segmentBody(segment)}}}, nil
}

// segment finds the segment of the path on the source of the path.
func (c *Call) segment() (resource.Segment, error) {
	source, err := c.source()
	if err != nil {
		return resource.Segment{}, err
	}
	id, ok := c.id("segment_id")
	segment, found := c.tx.Segment(id)
	if !ok || !found || segment.SourceID != source.ID {
		return segment, reject(segmentUnknown, "no segment %.40q on source %d", c.pathValue("segment_id"), source.ID).hinted(c.segmentHint(source))
	}
	return segment, nil
}

// segmentBody returns the response to the retrieval of a segment, which the
// document does not show. Sub-properties are null until they were created.
func (c *Call) segmentBody(s resource.Segment) response.Object {
	var modelID, recordCount, sourceObjectID any
	if s.Complete(c.tx.Now) {
		modelID, recordCount, sourceObjectID = s.ModelID, s.RecordCount, s.SourceObjectID
	}
	return response.Object{
		{"type", "segment"},
		{"id", s.ID},
		{"name", s.Name},
		{"source_id", s.SourceID},
		{"dataset_id", s.DatasetID},
		{"model_id", modelID},
		{"query", nil},
		{"record_count", recordCount},
		{"created_at", s.CreatedAt},
		{"updated_at", s.UpdatedAt},
		{"resource_identifier", s.Identifier()},
		{"molecules", s.Molecules},
		{"filter_segment_source_object_id", sourceObjectID},
		{"cohorts", cohorts(s)},
	}
}

func cohorts(s resource.Segment) response.Array {
	return response.Each(s.Cohorts, func(o resource.Cohort) response.Object {
		return response.Object{
			{"id", o.ID}, {"name", o.Name}, {"percentage", o.Percentage}, {"is_control", o.IsControl},
			{"created_at", o.CreatedAt}, {"resource_identifier", o.Identifier(s)},
		}
	})
}

// bindSegment reads the creation input (section Segment): name, molecules and
// dataset_id, all required.
func (c *Call) bindSegment(source resource.Source) (resource.Segment, error) {
	// Promise segment-on-its-source.
	s := resource.Segment{SourceID: source.ID}
	in, err := c.bind()
	if err != nil {
		return s, err
	}
	// Promise segment-name-required.
	// Promise segment-name-kept.
	if s.Name, err = c.segmentName(in, source); err != nil {
		return s, err
	}
	// Promise segment-molecules-required.
	if s.Molecules, err = c.molecules(in); err != nil {
		return s, err
	}
	// Promise segment-dataset-required.
	if s.DatasetID, err = c.datasetID(in, source); err != nil {
		return s, err
	}
	// Gap member-unknown: rejected, or ignored.
	if names := in.unknown(); len(names) > 0 {
		c.dependsOn("member-unknown")
		if c.variant("member-unknown") == "refuse" {
			return s, reject(badBody, "%.60q: is not a member of a segment: leave it out", names[0])
		}
	}
	return s, nil
}

func (c *Call) segmentName(in *members, source resource.Source) (string, error) {
	name, err := c.nameText(in)
	if err != nil {
		return "", err
	}
	rules := c.segmentRules()
	if name == "" {
		c.dependsOn("segment-name-blank")
	}
	if (name != "" || !rules.RejectBlank) && c.tx.HasSegmentNamed(source.ID, name) {
		c.dependsOn("segment-name-taken")
	}
	if err := rules.CheckName(c.tx, source.ID, name); err != nil {
		return "", reject(badBody, "name: %s", err)
	}
	return name, nil
}

// Gap name-not-a-string: a number's digits may be the name.
func (c *Call) nameText(in *members) (string, error) {
	if number, _ := in.member("name"); number.Kind() == '0' {
		c.dependsOn("name-not-a-string")
		if c.variant("name-not-a-string") == "accept" {
			return string(number), nil
		}
	}
	return in.text("name")
}

func (c *Call) molecules(in *members) (jsontext.Value, error) {
	v, err := in.required("molecules", "an array")
	if err != nil {
		return nil, err
	}
	if strictest.Check(v) == nil {
		return v, nil
	}
	rules := c.segmentRules().Molecules
	err = rules.Check(v)
	c.dependsOnMolecules(rules, v, err)
	if err != nil {
		return nil, reject(badBody, "%s", err)
	}
	return v, nil
}

// segmentRules returns the rules of the call's choice. The callers record
// whether they make a difference.
func (c *Call) segmentRules() SegmentRules { return SegmentRulesOf(c.variants.Choice()) }

// strictest accepts only molecules that are valid in every respect, as most
// are: they depend on no gap.
var strictest = resource.MoleculeRules{RejectEmpty: true, RejectGroups: true, RejectBlank: true}

// dependsOnMolecules records which of the gaps about molecules make a
// difference, by inverting each of them.
func (c *Call) dependsOnMolecules(rules resource.MoleculeRules, molecules jsontext.Value, checked error) {
	if !c.variants.Records() {
		return
	}
	other := rules
	for _, rule := range []struct {
		gap  string
		flag *bool
	}{
		{"attribute-type-unknown", &other.AnyAttributeType}, {"operator-unknown", &other.AnyOperator},
		{"molecules-empty", &other.RejectEmpty}, {"molecule-group", &other.RejectGroups},
		{"attribute-blank", &other.RejectBlank},
	} {
		*rule.flag = !*rule.flag
		if err := other.Check(molecules); (err == nil) != (checked == nil) {
			c.dependsOn(rule.gap)
		}
		*rule.flag = !*rule.flag
	}
}

func (c *Call) datasetID(in *members, source resource.Source) (int64, error) {
	id, err := in.integer("dataset_id")
	// Gap dataset-unknown: any integer may be accepted.
	if err == nil && !source.HasDataset(id) {
		c.dependsOn("dataset-unknown")
		if c.variant("dataset-unknown") == "refuse" {
			return 0, reject(badBody, "dataset_id: the source has no dataset %d", id)
		}
	}
	return id, err
}
