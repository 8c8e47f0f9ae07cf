package resource

import "slices"

// Source is a data source of a workspace. Segments are made on its datasets.
type Source struct {
	ID          int64
	WorkspaceID int64
	Name        string
	Datasets    []Dataset
}

// HasDataset tells whether a dataset of the source has the id.
func (s Source) HasDataset(id int64) bool {
	return slices.ContainsFunc(s.Datasets, func(d Dataset) bool { return d.ID == id })
}
