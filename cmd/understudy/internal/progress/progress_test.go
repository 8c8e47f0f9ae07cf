package progress

import (
	"slices"
	"testing"
	"time"
)

func TestProgressIsReportedOnceASecond(t *testing.T) {
	now := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	var lines []string
	p := &Progress{file: "big.json", say: func(line string) { lines = append(lines, line) }, now: func() time.Time { return now }, last: now}
	for i := range int64(10) {
		p.Read(i*100e6, 1000e6)
		now = now.Add(300 * time.Millisecond)
	}
	for i := range 10 {
		p.Opened(i*100_000, 1_000_000)
		now = now.Add(300 * time.Millisecond)
	}
	want := []string{"reading big.json: 400 of 1,000 MB", "reading big.json: 800 of 1,000 MB",
		"opening big.json: 200,000 of 1,000,000 rows", "opening big.json: 600,000 of 1,000,000 rows"}
	if !slices.Equal(lines, want) {
		t.Errorf("it says %q, want %q", lines, want)
	}
}

func TestNumbersAreGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 12345: "12,345", 123456: "123,456", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is written %s", n, got)
		}
	}
}
