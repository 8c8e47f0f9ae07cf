package api

import (
	"slices"
	"strings"

	"understudy/server/resource"
	"understudy/server/response"
	"understudy/server/store"
)

// listTopics serves GET /api/v1/sources/{source_id}/topics.
//
// Promise topics-are-listed.
// Promise topics-envelope-agrees.
func listTopics(c *Call) (Reply, error) {
	source, err := c.source()
	if err != nil {
		return Reply{}, err
	}
	// Gap topics-other-source: a rejection, or an empty list.
	if !source.HasTopics() {
		c.dependsOn("topics-other-source")
		if c.variant("topics-other-source") != "empty" {
			return Reply{}, reject(otherSource, "source %d takes in no HTTP requests, and so has no topics", source.ID).hinted(c.sourceHint())
		}
	}
	l, err := c.topicsListing(c.tx.CountTopics(source.ID))
	if err != nil {
		return Reply{}, err
	}
	reply := list(c, l, c.topicsOf(source.ID, l.Page), topicBody)
	c.dependsOn("topics-code")
	reply.Status = c.code("topics-code")
	return reply, nil
}

// topicsOf returns the topics of a page of a source's list.
func (c *Call) topicsOf(sourceID int64, p resource.Page) []*resource.Topic {
	if p.Total < 2 { // in one order only
		return c.tx.TopicRows(sourceID, p, store.Ascending)
	}
	// Gap topics-order.
	c.dependsOn("topics-order")
	switch c.variant("topics-order") {
	case "newest":
		return c.tx.TopicRows(sourceID, p, store.Descending)
	case "oldest":
		return c.tx.TopicRows(sourceID, p, store.Ascending)
	}
	all := c.tx.TopicRows(sourceID, resource.NewPage(p.Total, p.Total, 1, 1), store.Ascending)
	slices.SortStableFunc(all, func(a, b *resource.Topic) int { return strings.Compare(a.Name, b.Name) })
	return all[p.Skip() : p.Skip()+p.Len()]
}

// Gap topics-paging: the list is whole, or has pages as the other lists do.
func (c *Call) topicsListing(total int64) (listing, error) {
	whole := listing{Page: resource.NewPage(total, max(resource.DefaultPerPage, total), 1, 1)}
	if paged, err := c.withoutRecording().topicsPage(total); err == nil && paged == whole {
		return whole, nil
	}
	c.dependsOn("topics-paging")
	if c.variant("topics-paging") == "whole" {
		return whole, nil
	}
	return c.topicsPage(total)
}

func (c *Call) topicsPage(total int64) (listing, error) {
	number, err := c.pageNumber()
	if err != nil {
		return listing{}, err
	}
	perPage, err := c.perPage()
	if err != nil {
		return listing{}, err
	}
	page, err := c.page(total, perPage, number)
	return listing{Page: page}, err
}

// topicBody returns the resource of section Topic.
func topicBody(t *resource.Topic) response.Object {
	var description any
	if t.Description != "" {
		description = t.Description
	}
	return response.Object{
		{"id", t.ID},                 // Promise topic-id
		{"name", t.Name},             // Promise topic-name
		{"description", description}, // Promise topic-description
		{"created_at", t.CreatedAt},  // Promise topic-created-at
		{"updated_at", t.UpdatedAt},  // Promise topic-updated-at
		{"schema", t.Schema},         // Promise topic-schema
	}
}
