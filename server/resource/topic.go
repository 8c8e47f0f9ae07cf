package resource

import "time"

// Topic is a stream of records that an HTTP-request source receives. Schema
// maps column names to type names.
type Topic struct {
	ID          int64
	SourceID    int64
	Name        string
	Description string
	CreatedAt   time.Time
	UpdatedAt   time.Time
	Schema      map[string]string
}
