package report_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"understudy/steps/report"
)

func TestMarkdown(t *testing.T) {
	golden(t, "broken.md", []byte(written(t, report.Markdown, brokenRun())))
	golden(t, "conforming.md", []byte(written(t, report.Markdown, conformingRun())))
	golden(t, "partly.md", []byte(written(t, report.Markdown, partlyRun())))
	golden(t, "too-little.md", []byte(written(t, report.Markdown, tooLittleRun())))
}

var (
	fenced  = regexp.MustCompile("(?ms)^(`{3,})\\w+\n.*?\n(`{3,})$")
	spanned = regexp.MustCompile("`` .*? ``|`[^`]+`")
	ours    = regexp.MustCompile(`</?(details|summary)>`)
	escaped = regexp.MustCompile(`\\.`)
)

func TestMarkdownShowsWhatADeploymentSaysAsItIs(t *testing.T) {
	text := written(t, report.Markdown, hostileRun())
	for _, block := range fenced.FindAllStringSubmatch(text, -1) {
		if block[1] != block[2] {
			t.Errorf("a block ends early: %s", block[0])
		}
	}
	rest := spanned.ReplaceAllString(escaped.ReplaceAllString(fenced.ReplaceAllString(text, ""), ""), "")
	for _, sign := range []string{"<", "![", "](", "**", "`"} {
		if strings.Contains(ours.ReplaceAllString(rest, ""), sign) {
			t.Errorf("%q has a meaning:\n%s", sign, rest)
		}
	}
}

// GitHub rejects a summary of more than 1 MiB.
func TestAMarkdownSummaryHasABound(t *testing.T) {
	text := written(t, report.Markdown, hugeRun())
	if len(text) > 1<<20 || !strings.Contains(text, fmt.Sprintf("`p%d`", hugePromises-1)) {
		t.Errorf("%d bytes", len(text))
	}
}
