package feature

import (
	"math/rand"
	"slices"
)

// Parts splits the selected scenarios into those that run first, at any time, and those
// tagged @last, which run when all of the others have ended. No part is empty.
func (s *Suite) Parts(selected map[string]bool) (parts []map[string]bool) {
	first, last := map[string]bool{}, map[string]bool{}
	for _, sc := range s.Scenarios {
		switch {
		case !selected[sc.Address]:
		case slices.Contains(sc.Tags, "@last"):
			last[sc.Address] = true
		default:
			first[sc.Address] = true
		}
	}
	for _, part := range []map[string]bool{first, last} {
		if len(part) > 0 {
			parts = append(parts, part)
		}
	}
	return parts
}

// Ordered returns the files with selected scenarios in the order to run them
// in: those with a scenario that waits first, so that others run meanwhile, or
// all shuffled by a seed that is not 0.
func (s *Suite) Ordered(selected map[string]bool, seed int64) (files []*File) {
	slow := map[*File]bool{}
	for _, f := range s.Files {
		slow[f] = slices.ContainsFunc(f.Scenarios, func(sc *Scenario) bool { return slices.Contains(sc.Tags, "@slow") })
		if slices.ContainsFunc(f.Scenarios, func(sc *Scenario) bool { return selected[sc.Address] }) {
			files = append(files, f)
		}
	}
	slices.SortStableFunc(files, func(a, b *File) int {
		switch {
		case slow[a] == slow[b]:
			return 0
		case slow[a]:
			return -1
		}
		return 1
	})
	if seed != 0 {
		rand.New(rand.NewSource(seed)).Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	}
	return files
}
