package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"understudy/spec/promise"
)

const starterTarget = "cmd/understudy/internal/starter/target.yaml"

// count is a number in the manual that changes with the program. The first group of the
// pattern is the number.
type count struct {
	pattern *regexp.Regexp
	right   string
}

// TestTheCountsOfTheManualAreThoseOfTheProgram compares the numbers of scenarios and promises,
// and the bounds in the target file of init, with the program.
func TestTheCountsOfTheManualAreThoseOfTheProgram(t *testing.T) {
	bounds := checked(t, servedAsInTheManual(t, filepath.Join(t.TempDir(), "target.yaml")))
	figure := func(pattern string) string {
		found := regexp.MustCompile(pattern).FindStringSubmatch(bounds)
		if found == nil {
			t.Fatalf("verify --check prints nothing like %s: %s", pattern, bounds)
		}
		return found[1]
	}
	promises, scenarios := strconv.Itoa(len(promise.All)), figure(`of (\d+) scenarios are left out`)
	counts := []count{
		{regexp.MustCompile(`\bof (?:the )?(\d+) promises\b`), promises},
		// A reader's own scenarios, and those that a remark is about, are fewer than 100.
		{regexp.MustCompile(`\b(\d{3,}) (?:built-in )?scenarios\b`), scenarios},
		{regexp.MustCompile(`run then creates at most (\d+)[\s#]+segments and \d+ connectors`), figure(`creates at most (\d+) segments`)},
		{regexp.MustCompile(`run then creates at most \d+[\s#]+segments and (\d+) connectors`), figure(`segments and (\d+) connectors`)},
	}
	pages := manual(t)
	text, err := os.ReadFile(filepath.Join("..", "..", starterTarget))
	if err != nil {
		t.Fatal(err)
	}
	pages[starterTarget] = string(text)
	for i, n := range compareCounts(t, pages, counts) {
		if n == 0 {
			t.Errorf("no page has a number like %s", counts[i].pattern)
		}
	}
}

// compareCounts reports the numbers that are not right, and returns how many it compared of
// each count.
func compareCounts(t *testing.T, pages map[string]string, counts []count) []int {
	compared := make([]int, len(counts))
	for page, text := range pages {
		for i, c := range counts {
			for _, at := range c.pattern.FindAllStringSubmatchIndex(text, -1) {
				compared[i]++
				if have := text[at[2]:at[3]]; have != c.right {
					t.Errorf("%s:%d: %q: the number is %s now", page, 1+strings.Count(text[:at[2]], "\n"), text[at[0]:at[1]], c.right)
				}
			}
		}
	}
	return compared
}

// checkedPromises matches a closing line: those checked, all, and those not checked.
var checkedPromises = regexp.MustCompile(`\b(\d+) of (\d+) promises checked, (\d+) not\b`)

func TestTheClosingLinesOfTheManualAddUp(t *testing.T) {
	n := 0
	for page, text := range manual(t) {
		for _, found := range checkedPromises.FindAllStringSubmatch(text, -1) {
			n++
			done, _ := strconv.Atoi(found[1])
			all, _ := strconv.Atoi(found[2])
			if left, _ := strconv.Atoi(found[3]); done+left != all {
				t.Errorf("%s: %q: %d and %d are not %d", page, found[0], done, left, all)
			}
		}
	}
	if n == 0 {
		t.Error("no page has such a line")
	}
}

// TestTheManualShowsTheBoundsThatAreAnnounced compares the lines with numbers that a command
// prints before it begins with those of the page that shows them.
func TestTheManualShowsTheBoundsThatAreAnnounced(t *testing.T) {
	folder := t.TempDir()
	full := servedAsInTheManual(t, filepath.Join(folder, "target.yaml"))
	minimal := filepath.Join(folder, "minimal.yaml")
	write(t, minimal, onlyWhatIsRequired(t, full))
	code, _, observed := commandLine(t, "observe", "--target", full, "--out", filepath.Join(folder, "profile.yaml"))
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, observed)
	}
	announced := map[string][]string{
		"verify.md":   append(withNumbers(checked(t, full), ""), withNumbers(checked(t, minimal), "left out|the target file")...),
		"profiles.md": withNumbers(observed, "")[:2], // the page shows no more
	}
	for page, lines := range announced {
		compareLines(t, page, manual(t)[page], lines)
	}
}

// contentLength matches a response in the manual: its length, its other headers and its body.
var contentLength = regexp.MustCompile(`(?m)^Content-Length: (\d+)\n(?:[A-Z][\w-]*: .*\n)*\n(.*)\n`)

// TestTheManualShowsTheLengthsOfBodies compares each Content-Length with the body below it.
func TestTheManualShowsTheLengthsOfBodies(t *testing.T) {
	n := 0
	for page, text := range manual(t) {
		for _, found := range contentLength.FindAllStringSubmatch(text, -1) {
			n++
			if right := strconv.Itoa(len(found[2])); found[1] != right {
				t.Errorf("%s: the Content-Length of %q is %s, not %s", page, found[2], right, found[1])
			}
		}
	}
	if n == 0 {
		t.Error("no page has such a response")
	}
}

// servedAsInTheManual is served with the patience that the target file of understudy serve has,
// on which the bound of the requests depends.
func servedAsInTheManual(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(served(t, file))
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), "async_timeout: 5s", "async_timeout: 10s", 1)
	if changed == string(text) {
		t.Fatalf("the target file has another async_timeout: %s", text)
	}
	write(t, file, changed)
	return file
}

// checked returns what verify --check prints for a target file.
func checked(t *testing.T, file string) string {
	t.Helper()
	code, stdout, stderr := commandLine(t, "verify", "--target", file, "--check")
	if code != 0 {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	return stdout
}

// onlyWhatIsRequired is a target file with the three values that are required, and
// allow_writes: false.
func onlyWhatIsRequired(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	required := regexp.MustCompile(`(?m)^(base_url:|tokens:| +workspace:| +personal:).*\n`).FindAllString(string(text), 4)
	if len(required) < 4 {
		t.Fatalf("the target file is %s", text)
	}
	return strings.Join(required, "") + "allow_writes: false\n"
}

var (
	number      = regexp.MustCompile(`\d+`)
	servedAt    = regexp.MustCompile(`http://127\.0\.0\.1:\d+`)
	notRequests = regexp.MustCompile(`HTTP \d+$|^http`)
)

// withNumbers returns the lines of a text that have a number and match a pattern, with the
// address of the manual.
func withNumbers(text, pattern string) (lines []string) {
	matching := regexp.MustCompile(pattern)
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if number.MatchString(line) && matching.MatchString(line) && !notRequests.MatchString(line) {
			lines = append(lines, servedAt.ReplaceAllString(line, "http://127.0.0.1:8081"))
		}
	}
	return lines
}

// compareLines reports the lines of a page that have other numbers than those that are
// printed now, and the printed ones that the page lacks.
func compareLines(t *testing.T, page, text string, printed []string) {
	shape := func(line string) string { return number.ReplaceAllString(strings.TrimSpace(line), "0") }
	right := map[string][]string{}
	for _, line := range printed {
		right[shape(line)] = append(right[shape(line)], line)
		if !*update && !strings.Contains(text, line+"\n") {
			t.Errorf("%s lacks %q", page, line)
		}
	}
	lines, written := strings.Split(text, "\n"), map[string]int{}
	for i, line := range lines {
		now, n := right[shape(line)], written[shape(line)]
		written[shape(line)]++
		switch {
		case now == nil || slices.Contains(now, line):
		case *update: // the page has them in the order in which they are printed
			lines[i] = now[min(n, len(now)-1)]
		default:
			t.Errorf("%s:%d: %q: it prints %q now: make docs writes it", page, i+1, line, now)
		}
	}
	if *update {
		write(t, filepath.Join("..", "..", "docs", page), strings.Join(lines, "\n"))
	}
}
