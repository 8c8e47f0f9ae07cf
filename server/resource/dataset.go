package resource

// Dataset is a set of entities of a source.
type Dataset struct {
	ID            int64
	Name          string
	Relationships []Relationship
}

// Relationship leads from the entities of its dataset to those of another.
// A Relationship Molecule names it by id.
type Relationship struct {
	ID        int64
	Name      string
	DatasetID int64
}
