package variant

import (
	"fmt"
	"slices"
	"time"

	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

func topicsPaging(s Seen) (string, string, error) {
	if v, ok := noRecords(s.Response); ok {
		return v, described(s.Response), nil
	}
	whole, err := s.List.Fetch(Query{})
	if err != nil {
		return "", "", err
	}
	n := len(s.Response.Records())
	evidence := fmt.Sprintf("%s with per_page 1, %d without", client.Records(n), len(whole.IDs))
	switch {
	case len(whole.IDs) < 2:
		return "", "", outcome.Skip(report.MissingTestData, "the source has fewer than 2 topics")
	case n == 1:
		return "paged", evidence, nil
	case n == len(whole.IDs) && int64(n) == whole.Total:
		return "whole", evidence, nil
	}
	return "", evidence, s.List.Watch()
}

func topicsOrder(s Seen) (string, string, error) {
	if err := noResource(s.Response); err != nil {
		return "", "", err
	}
	topics := s.Response.Records()
	if len(topics) < 3 {
		return "", "", outcome.Skip(report.MissingTestData, "the source has fewer than 3 topics")
	}
	var times []time.Time
	var names []string
	for _, t := range topics {
		at, _, _ := contract.ParseTime(t.Get("created_at").String())
		times, names = append(times, at), append(names, t.Get("name").String())
	}
	switch {
	case slices.IsSortedFunc(times, func(a, b time.Time) int { return b.Compare(a) }):
		return "newest", "created_at never rises", nil
	case slices.IsSortedFunc(times, time.Time.Compare):
		return "oldest", "created_at never falls", nil
	case slices.IsSorted(names):
		return "name", "the names rise", nil
	}
	return "", "neither by created_at nor by name", nil
}

func topicsOtherSource(s Seen) (string, string, error) {
	e := s.Response
	switch {
	case e.Broken() || !e.OK():
		return successCode(s)
	case len(e.Records()) == 0:
		return "empty", e.Outcome() + " without records", nil
	}
	return "", described(e), nil
}
