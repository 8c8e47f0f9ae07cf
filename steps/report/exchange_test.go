package report

import (
	"os/exec"
	"strings"
	"testing"

	"understudy/steps/report/prose"
)

// TestACommandSendsWhatWasSent has a shell parse the words.
func TestACommandSendsWhatWasSent(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	for rule, c := range map[string]struct{ word, want string }{
		"plain":                     {`http://h/p?a=1&b=[2]`, `http://h/p?a=1&b=[2]`},
		"single quotes":             {`it's`, `it's`},
		"no expansion":              {"$HOME `id` \\ \"", "$HOME `id` \\ \""},
		"a token":                   {`Bearer $PERSONAL_TOKEN`, `Bearer p-1`},
		"a token beside a dollar":   {"$PERSONAL_TOKEN costs $5, \"`id`\" \\", "p-1 costs $5, \"`id`\" \\"},
		"a token that was invented": {`Bearer $INVENTED_TOKEN`, `Bearer i-1`},
	} {
		t.Run(rule, func(t *testing.T) {
			cmd := exec.Command(shell, "-c", "printf %s "+shellWord(c.word))
			cmd.Env = []string{"PERSONAL_TOKEN=p-1", "INVENTED_TOKEN=i-1", "HOME=/nowhere"}
			if out, err := cmd.Output(); err != nil || string(out) != c.want {
				t.Errorf("%s is read as %q, %v", shellWord(c.word), out, err)
			}
		})
	}
}

// TestACommandShowsNoHiddenCharacter has bash parse words with characters that would
// control a terminal, or be read as a workflow command.
func TestACommandShowsNoHiddenCharacter(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	for _, word := range []string{"a\u009b31m\u202eb", "it's \\ \"\n\t\x1b", "x ##[error]y ###[z", "Bearer $PERSONAL_TOKEN\u202e $HOME 'x' ##[a]", "\u202e$PERSONAL_TOKEN"} {
		quoted := shellWord(word)
		if strings.ContainsFunc(quoted, prose.IsHidden) || strings.Contains(quoted, "##[") || strings.Contains(quoted, "\n") {
			t.Errorf("%q is written as %q", word, quoted)
		}
		cmd := exec.Command(shell, "-c", "printf %s "+quoted)
		cmd.Env = []string{"PERSONAL_TOKEN=p-1", "HOME=/nowhere", "LC_ALL=C.UTF-8"}
		if out, err := cmd.Output(); err != nil || string(out) != strings.ReplaceAll(word, "$PERSONAL_TOKEN", "p-1") {
			t.Errorf("%s is read as %q, %v", quoted, out, err)
		}
	}
}

func TestCommands(t *testing.T) {
	for want, e := range map[string]Exchange{
		`curl -I 'http://h'`: {Method: "HEAD", URL: "http://h"},
		`curl -i 'http://h' \|  -u "bearer:$WORKSPACE_TOKEN"`:                                                                        {Method: "GET", URL: "http://h", RequestHeader: map[string]string{"Authorization": "Basic $WORKSPACE_TOKEN"}},
		`curl -i -X POST 'http://h' \|  --data-raw '{}'`:                                                                             {Method: "POST", URL: "http://h", RequestBody: "{}"},
		`curl -i 'http://h' \|  -H 'Authorization: Bearer'`:                                                                          {Method: "GET", URL: "http://h", RequestHeader: map[string]string{"Authorization": "Bearer"}},
		`# first put the true values in the place of [redacted]|curl -i -X PUT 'http://h' \|  --data-raw '{"key":"[redacted]"}'`:     {Method: "PUT", URL: "http://h", RequestBody: `{"key":"[redacted]"}`},
		`# what was sent is too long to be shown whole: this is its start|curl -i -X PUT 'http://h' \|  --data-raw '{"key":… (cut)'`: {Method: "PUT", URL: "http://h", RequestBody: `{"key":` + Cut},
		`curl -i -X PATCH 'http://h' \|  -H 'Content-Type: a/b'`:                                                                     {Method: "PATCH", URL: "http://h", RequestHeader: map[string]string{"Content-Type": "a/b"}},
	} {
		if got := strings.ReplaceAll(e.Curl(), "\n", "|"); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
