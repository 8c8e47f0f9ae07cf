package verification

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"understudy/cmd/faketarget"
	"understudy/server"
	"understudy/server/journal"
)

func TestTheControlAPIHasToBeThatOfTheDeployment(t *testing.T) {
	var urls []string
	var fakes []*server.Server
	for _, kept := range []int{100, 100, 0} {
		fake, err := server.New(server.Options{Control: true, Journal: &journal.Limits{Exchanges: kept, Body: 1000}})
		if err != nil {
			t.Fatal(err)
		}
		s := httptest.NewServer(fake)
		defer s.Close()
		fakes, urls = append(fakes, fake), append(urls, s.URL)
	}
	for rule, c := range map[string]struct {
		of      int // the deployment
		control string
		says    string // nothing: the set-up is right
	}{
		"its own":                     {0, faketarget.ControlURL(urls[0]), ""},
		"another fake's":              {0, faketarget.ControlURL(urls[1]), "control_url belongs to another fake or sandbox than base_url"},
		"its own without a journal":   {2, faketarget.ControlURL(urls[2]), ""},
		"one where nothing listens":   {0, "http://127.0.0.1:1/_understudy", "connection refused"},
		"one without the end of path": {0, urls[0], "such as " + urls[0] + "/_understudy: correct it, or remove it"},
	} {
		tg := faketarget.Of(fakes[c.of], urls[c.of])
		tg.ControlURL = c.control
		code, _, stderr := command(Check).end(t.Context(), Options{Target: writeTarget(t, tg)})
		if (code == 2) != (c.says != "") || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit code %d: %s", rule, code, stderr)
		}
	}
}

func TestAReportThatCannotBeWrittenIsFoundBeforeTheRun(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "report.json")
	for rule, c := range map[string]struct {
		reports []string
		says    string
	}{
		"a folder":           {[]string{"json=" + dir}, "is a folder: name a file"},
		"one file for two":   {[]string{"json=" + file, "html=" + dir + "/./report.json"}, "is given for two reports"},
		"no such folder":     {[]string{"json=" + filepath.Join(dir, "no", "report.json")}, "there is no folder"},
		"a file for each":    {[]string{"json=" + file, "html=" + file + ".html"}, ""},
		"the file once more": {[]string{"json=" + file}, ""},
	} {
		_, err := Options{Reports: c.reports}.outputs(os.Stdout, os.Stderr)
		if (err != nil) != (c.says != "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", rule, err)
		}
		if files, _ := os.ReadDir(dir); len(files) > 0 {
			t.Errorf("%s: %v is left", rule, files)
		}
	}
}
