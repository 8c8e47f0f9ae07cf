package evidence

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"understudy/steps/client"
)

// failures counts the calls of an operation that failed.
type failures struct {
	// calls are all requests, including repetitions, byCode those without a
	// usable response by the HTTP code; 0 is no response.
	calls  int
	byCode map[int]int
	// silence says why the last of them had no response.
	silence string
}

func (f *failures) count(e *client.Exchange, redact *client.Redactor) {
	f.calls += e.Tries
	for _, code := range e.Faults {
		f.byCode[code]++
	}
	if e.Err != nil {
		f.silence = redact.Text(e.Err.Error())
	}
}

func (f *failures) total() (n int) {
	for _, often := range f.byCode {
		n += often
	}
	return n
}

// of says how many calls of an operation failed, and how: 3 of 21 calls of
// list-topics failed: HTTP 500 twice, no response once: timed out.
func (f *failures) of(operation string) string {
	var kinds []string
	add := func(kind string, code int) {
		if len(f.byCode) > 1 {
			kind += " " + howOften(f.byCode[code])
		}
		kinds = append(kinds, kind)
	}
	for _, code := range slices.Sorted(maps.Keys(f.byCode)) {
		if code != 0 {
			add(fmt.Sprintf("HTTP %d", code), code)
		}
	}
	if f.byCode[0] > 0 {
		add("no response", 0)
	}
	text := fmt.Sprintf("%d of %d calls of %s failed: %s", f.total(), f.calls, operation, strings.Join(kinds, ", "))
	if f.byCode[0] > 0 && f.silence != "" {
		text += ": " + f.silence
	}
	return text
}

func howOften(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}
