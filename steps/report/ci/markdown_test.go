package ci_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"understudy/steps/report/ci"
	"understudy/steps/report/reporttest"
)

func TestMarkdown(t *testing.T) {
	reporttest.Golden(t, "broken.md", []byte(reporttest.Written(t, ci.Markdown, reporttest.Broken())))
	reporttest.Golden(t, "conforming.md", []byte(reporttest.Written(t, ci.Markdown, reporttest.Conforming())))
	reporttest.Golden(t, "partly.md", []byte(reporttest.Written(t, ci.Markdown, reporttest.Partly())))
	reporttest.Golden(t, "too-little.md", []byte(reporttest.Written(t, ci.Markdown, reporttest.TooLittle())))
}

var (
	fenced  = regexp.MustCompile("(?ms)^(`{3,})\\w+\n.*?\n(`{3,})$")
	spanned = regexp.MustCompile("`` .*? ``|`[^`]+`")
	ours    = regexp.MustCompile(`</?(details|summary)>`)
	escaped = regexp.MustCompile(`\\.`)
)

func TestMarkdownShowsWhatADeploymentSaysAsItIs(t *testing.T) {
	text := reporttest.Written(t, ci.Markdown, reporttest.Hostile())
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
	text := reporttest.Written(t, ci.Markdown, reporttest.Huge())
	if len(text) > 1<<20 || !strings.Contains(text, fmt.Sprintf("`p%d`", reporttest.HugePromises-1)) {
		t.Errorf("%d bytes", len(text))
	}
}
