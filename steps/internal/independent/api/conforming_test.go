package api

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestManifoldTimestamps(t *testing.T) {
	noon := time.Date(2024, time.December, 30, 12, 0, 0, 0, time.FixedZone("", 330*60))
	var got []string
	for i := range 6 {
		got = append(got, inEachForm(noon.Add(time.Duration(i)*time.Minute)))
	}
	slices.Sort(got)
	want := strings.Join([]string{
		"2024-12-30T06:33:00,000Z", "2024-365T12:01:00+05:30", "20241230T120000+0530",
		"2024365T063500.0Z", "2025-W01-1T12:02+05:30", "2025W011T1204+0530",
	}, "\n")
	if forms := strings.Join(got, "\n"); forms != want {
		t.Errorf("got %s, want %s", forms, want)
	}
}
