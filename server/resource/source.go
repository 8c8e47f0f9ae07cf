package resource

import "slices"

// Source is a data source of a workspace. Segments are made on its datasets.
type Source struct {
	ID          int64
	WorkspaceID int64
	Name        string
	// Type is the kind of system, in a word.
	Type     string
	Datasets []Dataset
}

// HTTPRequests is the type of the sources that receive HTTP requests.
const HTTPRequests = "http_request"

// HasTopics reports whether the source is of the type that has topics, even if
// it has none.
func (s Source) HasTopics() bool { return s.Type == HTTPRequests }

// HasDataset reports whether a dataset of the source has the id.
func (s Source) HasDataset(id int64) bool {
	return slices.ContainsFunc(s.Datasets, func(d Dataset) bool { return d.ID == id })
}
