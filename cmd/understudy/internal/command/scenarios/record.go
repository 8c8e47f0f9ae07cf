package scenarios

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/tidwall/gjson"

	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/recording"
	"understudy/cmd/understudy/internal/serving"
	"understudy/cmd/understudy/internal/shell"
	"understudy/cmd/understudy/internal/starter"
	"understudy/spec/suggest"
	"understudy/steps/report/prose"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// recordFlags holds the flags of record.
type recordFlags struct {
	har, url, sandbox, name, dir, target string
	operations                           []string
	last                                 int
}

// defaultURL is the fake whose journal is read where neither --url nor --target names one.
const defaultURL = "http://" + serving.DefaultAddr

// Record returns the command record.
func Record() *cobra.Command {
	var f recordFlags
	cmd := &cobra.Command{
		Use:   "record",
		Short: "Make a draft of a scenario from recorded exchanges",
		Long: `record reads the journal of a running fake, or an HTTP Archive (HAR) that a browser or a proxy wrote, and
writes a scenario that sends the same requests and checks the status and the types of what comes back.
Where a request uses an id of an earlier response, the scenario remembers it; where it creates something,
the scenario gives it a new name. The draft checks an expectation of your own, which is added to
expectations.yaml in the same folder.

No header of a recorded request is copied, so no token is: the requests have the tokens of the target file.
Texts and numbers under names such as auth, token, password or credentials are redacted.`,
		Example: `  understudy record --name 'Create and read a segment'
  understudy record --url http://127.0.0.1:4000 --sandbox ci-7 --name 'Two pages'
  understudy record --last 4 --name 'The last four requests'
  understudy record --har session.har --name 'What the browser does' --target target.yaml`,
		Args: command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.har, "har", "", "`FILE` with an HTTP Archive to read (default: the journal of the fake at --url)")
	flags.StringVar(&f.url, "url", "", "`URL` of the fake whose journal is read; a control token comes from "+serving.ControlTokenEnv+
		" (default: control_url of --target, else "+defaultURL+")")
	flags.StringVar(&f.sandbox, "sandbox", "", "`ID` of the sandbox whose journal is read (default: that of control_url, else the default one)")
	flags.StringVar(&f.name, "name", "Recorded", "`NAME` of the scenario; the file is named after it")
	flags.StringVar(&f.dir, "dir", "scenarios", "`FOLDER` that the file is written in, made where it is missing")
	flags.StringVar(&f.target, "target", "", "target `FILE` whose test data the requests use by key, where they have one of its values (default: none)")
	flags.IntVar(&f.last, "last", 0, "how many requests to take, counted from the end, after --operation (default: all)")
	flags.StringArrayVar(&f.operations, "operation", nil, "`ID` of an operation whose requests to take, like create-segment; repeatable (default: all)")
	command.Completes(cmd, "operation", command.OneOf(vocabulary.OperationIDs()...))
	command.CompletesFiles(cmd, "har", "har", "json")
	command.CompletesFiles(cmd, "dir")
	command.CompletesFiles(cmd, "target", "yaml", "yml", "json")
	return cmd
}

// run writes the draft, and says what to do with it.
func (f recordFlags) run(ctx context.Context, stdout io.Writer) error {
	only, err := f.selection()
	if err != nil {
		return err
	}
	named, err := starter.NewFeature(f.name, f.dir)
	if err != nil {
		return err
	}
	t, err := f.loadTarget()
	if err != nil {
		return err
	}
	resources, err := resourcesOf(t)
	if err != nil {
		return err
	}
	archive, err := f.archive(ctx, t.ControlURL, only, stdout)
	if err != nil {
		return err
	}
	draft := recording.NewDraft(named.Name, named.Tag, archive, resources)
	if draft.Requests() == 0 {
		return fmt.Errorf("nothing is left for a draft: %s", strings.Join(draft.LeftOut, "; "))
	}
	file, err := draft.Write(f.dir)
	if err != nil {
		return err
	}
	verify := named.Verify()
	if f.target != "" {
		verify += " --target " + shell.Word(f.target)
	}
	_, err = fmt.Fprintf(stdout, "wrote %s, a draft of %s. Read it, then\n\n  %s\n  %s\n", shell.Word(file), prose.Count(draft.Requests(), "request"), named.Lint(), verify)
	return err
}

// selection checks and returns what --last and --operation select.
func (f recordFlags) selection() (recording.Selection, error) {
	if f.last < 0 {
		return recording.Selection{}, fmt.Errorf("--last %d: must be at least 1, or 0 for all", f.last)
	}
	for _, id := range f.operations {
		if known := vocabulary.OperationIDs(); !slices.Contains(known, id) {
			return recording.Selection{}, fmt.Errorf("--operation %q is unknown: %suse one of %s", id, suggest.DidYouMean(id, known), strings.Join(known, ", "))
		}
	}
	return recording.Selection{Operations: f.operations, Last: f.last}, nil
}

// loadTarget loads the file of --target: an empty one where it is not given.
func (f recordFlags) loadTarget() (target.Target, error) {
	if f.target == "" {
		return target.Target{}, nil
	}
	return target.Load(f.target)
}

// resourcesOf returns the test data of a target, by key.
func resourcesOf(t target.Target) (map[string]string, error) {
	text, err := json.Marshal(t.Resources)
	resources := map[string]string{}
	gjson.ParseBytes(text).ForEach(func(key, value gjson.Result) bool {
		resources[key.String()] = value.String()
		return true
	})
	return resources, err
}

// archive reads the file of --har, or the journal of the fake, which it names.
func (f recordFlags) archive(ctx context.Context, control string, only recording.Selection, stdout io.Writer) (recording.Archive, error) {
	if f.har == "" {
		at, err := f.journalURL(control)
		if err != nil {
			return recording.Archive{}, err
		}
		a, err := journal(ctx, at, only)
		if err == nil {
			_, err = fmt.Fprintf(stdout, "read the journal of %s, sandbox %s\n", fakeOf(at), sandboxOf(at))
		}
		return a, err
	}
	file, err := os.Open(f.har)
	if err != nil {
		return recording.Archive{}, fmt.Errorf("--har: %w", err)
	}
	defer file.Close()
	a, err := recording.Read(file, only)
	if err != nil {
		return a, fmt.Errorf("--har %s: %w", f.har, err)
	}
	return a, nil
}

// journalTimeout bounds how long the journal of a fake may take to be read.
const journalTimeout = 5 * time.Second

// journalURL returns the URL of the journal: of the fake at --url, else of the one with
// control_url in the target file, which may name a sandbox.
func (f recordFlags) journalURL(control string) (*url.URL, error) {
	text := cmp.Or(f.url, control, defaultURL)
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("--url is not an absolute http or https URL: write one like %s", defaultURL)
	}
	if f.url != "" || control == "" {
		u = u.JoinPath("_understudy")
	}
	if f.sandbox != "" {
		u.RawQuery = url.Values{"sandbox": {f.sandbox}}.Encode()
	}
	return u.JoinPath("journal.har"), nil
}

// fakeOf returns the URL of the fake with a journal, without a password.
func fakeOf(journal *url.URL) string {
	u := *journal
	u.RawQuery = ""
	return strings.TrimSuffix(strings.TrimSuffix(u.Redacted(), "/journal.har"), "/_understudy")
}

// sandboxOf returns the sandbox of a journal.
func sandboxOf(journal *url.URL) string { return cmp.Or(journal.Query().Get("sandbox"), "default") }

// journal reads the journal of a fake.
func journal(ctx context.Context, at *url.URL, only recording.Selection) (recording.Archive, error) {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return recording.Archive{}, err
	}
	if token := os.Getenv(serving.ControlTokenEnv); token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return recording.Archive{}, fmt.Errorf("the journal of the fake at %s cannot be read: %w: start it with understudy serve, or name it with --url", fakeOf(at), command.WithoutURL(err))
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		a, err := recording.Read(resp.Body, only)
		if err != nil {
			return a, fmt.Errorf("the journal of %s, sandbox %s: %w", fakeOf(at), sandboxOf(at), err)
		}
		return a, nil
	case http.StatusUnauthorized, http.StatusForbidden:
		return recording.Archive{}, errors.New("the fake has a control token: put it into " + serving.ControlTokenEnv)
	case http.StatusNotFound:
		return recording.Archive{}, fmt.Errorf("the fake has no sandbox %q, or no control API: see understudy serve --help", sandboxOf(at))
	}
	return recording.Archive{}, fmt.Errorf("the journal of the fake is not there: HTTP %d", resp.StatusCode)
}
