package report

import (
	"fmt"
	"time"

	"understudy/steps/report/prose"
)

// Shard says which part of a run a report is of, and what the parts of one run have in
// common.
type Shard struct {
	// Index counts from 0 to Count-1.
	Index int `json:"index"`
	Count int `json:"count"`
	// Features and Target are digests of the features and of the target file without its
	// secrets; Target is empty where the run verified our own fake.
	Features string `json:"features"`
	Target   string `json:"target"`
	// Flags are those that decide what is verified.
	Flags []string `json:"flags"`
}

// String is the shard as the flag --shard takes it.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Count) }

// ShardRun is one part of a merged run.
type ShardRun struct {
	Index      int       `json:"index"`
	RunID      string    `json:"run_id"`
	Started    time.Time `json:"started"`
	DurationMS int64     `json:"duration_ms"`
	// PerPage is the page size that the part drew, or was given.
	PerPage int64 `json:"per_page,omitempty"`
	Seed    int64 `json:"seed,omitempty"`
}

// MergeShards combines the parts of one run into its report. The verdicts on promises are
// not those of the whole run yet, because they depend on all of its scenarios.
func MergeShards(parts []*Run) *Run {
	all := *parts[0]
	for _, part := range parts[1:] {
		all = *Merge(&all, part)
	}
	all.Shard, all.Shards = nil, nil
	end := all.Started
	for _, part := range parts {
		all.Shards = append(all.Shards, part.asShard())
		if ended := part.Started.Add(time.Duration(part.DurationMS) * time.Millisecond); ended.After(end) {
			end = ended
		}
		if part.PerPage != all.PerPage {
			all.PerPage = 0
		}
		if part.Seed != all.Seed {
			all.Seed = 0
		}
	}
	all.DurationMS = end.Sub(all.Started).Milliseconds()
	all.ListUnobserved(missed(parts))
	return &all
}

func (r *Run) asShard() ShardRun {
	s := ShardRun{RunID: r.RunID, Started: r.Started, DurationMS: r.DurationMS, PerPage: r.PerPage, Seed: r.Seed}
	if r.Shard != nil {
		s.Index = r.Shard.Index
	}
	return s
}

// missed returns the first reason of a scenario for each gap and operation that some
// part did not see.
func missed(parts []*Run) map[[2]string]Reason {
	reasons := map[[2]string]Reason{}
	for _, part := range parts {
		for _, u := range part.Unobserved {
			key := [2]string{u.ID, u.Operation}
			if _, known := reasons[key]; !known && u.Reason.Kind != NoScenario && u.Reason.Kind != Masked {
				reasons[key] = u.Reason
			}
		}
	}
	return reasons
}

// headlineShard is the headline of a part without a failure: what it did not check, another
// part may have checked.
func (r *Run) headlineShard() (verdict, why string) {
	checked := r.Summary.Total() - r.Summary.Unchecked()
	return fmt.Sprintf("shard %s", r.Shard), fmt.Sprintf("no broken promise, %d of %s checked here; understudy merge gives the verdict",
		checked, prose.Count(r.Summary.Total(), "promise"))
}
