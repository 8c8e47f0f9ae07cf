package ci_test

import (
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"understudy/server/servertest/browser"
	"understudy/steps/report/ci"
	"understudy/steps/report/reporttest"
)

// formatter is the npm package that Cucumber Messages are checked with.
const formatter = "@cucumber/html-formatter@24.2.0"

// formatting is a Node.js program that has Cucumber's formatter make a page from the
// messages in a file.
const formatting = `import { createInterface } from 'node:readline'
import { createReadStream, createWriteStream } from 'node:fs'
import { CucumberHtmlStream } from '@cucumber/html-formatter'
const page = new CucumberHtmlStream()
page.pipe(createWriteStream('page.html'))
for await (const line of createInterface({ input: createReadStream('run.ndjson') })) page.write(JSON.parse(line))
page.end()
`

func TestCucumbersFormatterShowsTheMessages(t *testing.T) {
	b := browser.Open(t)
	folder := filepath.Dir(browser.Packages(t, formatter))
	for name, text := range map[string]string{"format.mjs": formatting, "run.ndjson": reporttest.Written(t, ci.Messages, reporttest.Played(t, reporttest.Feature))} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	node := exec.CommandContext(t.Context(), "node", "format.mjs")
	node.Dir = folder
	if out, err := node.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	b.Show(t, (&url.URL{Scheme: "file", Path: filepath.Join(folder, "page.html")}).String(), 1280, "light")
	text := browser.Script[string](t, b, `document.body.textContent`)
	for _, want := range []string{"understudy@v1.2.3", "features/kept.feature", "it is broken", "promise page-zero-is-one: expected page 1, found page 2", "(1 / 3) passed"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q: %.300s", want, text)
		}
	}
	if faults := b.Complaints(); len(faults) > 0 {
		t.Errorf("the browser complains of %q", faults)
	}
}
