package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// listedPackage is what go list prints of a package.
type listedPackage struct {
	ImportPath string
	// Imports are direct, Deps all of them.
	Imports, Deps []string
}

// listPackages lists the packages of the module.
func listPackages(t *testing.T) (all []listedPackage) {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", "understudy/...")
	out, err := cmd.Output()
	if err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			t.Fatalf("%v: %s", err, failed.Stderr)
		}
		t.Fatal(err)
	}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listedPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// within reports whether a package is a folder of ours or lies below it; an
// empty folder stands for all of ours.
func within(pkg, folder string) bool {
	return of(pkg, module(folder))
}

// of reports whether a package has that path, or is below it.
func of(pkg, path string) bool { return pkg == path || strings.HasPrefix(pkg, path+"/") }

func module(folder string) string { return strings.TrimSuffix("understudy/"+folder, "/") }

// never is a rule: no package of a folder depends on one of another folder, except
// those in except: a folder, or several as prefix{folder,folder}. One with + stands for
// what the first rule about it allows, too.
type never struct{ folder, on, except string }

// only is a rule: only one package imports a module, or packages below it. Several
// packages are separated by commas; one that ends in /... stands for those below it too.
type only struct{ folder, imports string }

// allows reports whether a package may import what the rule is about.
func (o only) allows(pkg string) bool {
	return slices.ContainsFunc(strings.Split(o.folder, ","), func(f string) bool {
		if above, whole := strings.CutSuffix(f, "/..."); whole {
			return within(pkg, above)
		}
		return pkg == module(f)
	})
}

var (
	arrows = []never{
		{"spec", "", "spec"},
		{"server", "steps", ""},
		{"server", "features", ""},
		{"steps", "server", ""},
		{"steps", "fixtures", ""},
		{"steps/internal/independent", "", "steps/internal/independent"},
		{"steps/internal/independent/api", "", "steps/internal/independent/{api,gateway,token}"},
		{"steps/internal/independent/gateway", "", "steps/internal/independent/{gateway,token}"},
		{"steps/client", "steps", "steps/{client,target,report}"},
		{"steps/outcome", "", "{spec,steps/outcome,steps/client+}"},
		{"steps/paging", "", "{spec,steps/paging,steps/jsonvalue,steps/outcome+}"},
		{"steps/history", "", "{steps/history,steps/paging+}"},
		{"steps/vocabulary", "", "{steps/vocabulary,spec}"},
		{"steps/feature", "", "{steps/feature,steps/expectation,steps/vocabulary+}"},
		{"steps/language", "", "{steps/language,steps/feature+}"},
		{"steps/expectation", "", "{steps/expectation,spec/pattern,spec/suggest,spec/yamlfile}"},
		{"steps/target", "", "{steps/target,spec/pattern,spec/suggest,spec/yamlfile}"},
		{"steps/probe", "", "steps/probe"},
		{"steps/jsonvalue", "", "steps/jsonvalue"},
		{"spec/atomicfile", "", "spec/atomicfile"},
		{"spec/yamlfile", "", "{spec/yamlfile,spec/suggest}"},
		{"steps/baseline", "", "{spec,steps/baseline,steps/report}"},
		{"steps/evidence", "", "{spec,steps/evidence,steps/jsonvalue,steps/outcome+}"},
		{"steps/agreement", "", "{spec,steps/agreement,steps/jsonvalue,steps/client+}"},
		{"steps/scenario", "", "{steps/scenario,steps/agreement,steps/evidence+,steps/feature+,steps/paging+}"},
		{"steps/builtin", "", "{steps/builtin,steps/scenario+,steps/history+,steps/probe,steps/variant+}"},
		{"steps/builtin/rows", "steps/builtin", "steps/builtin/rows"},
		{"steps/builtin/world", "steps/builtin", "steps/builtin/{rows,world}"},
		{"steps/builtin/restoring", "steps/builtin", "steps/builtin/{restoring,rows,world}"},
		{"steps/builtin/lists", "steps/builtin", "steps/builtin/{lists,rows,world}"},
		{"steps/builtin/tokens", "steps/builtin", "steps/builtin/{rows,tokens,world}"},
		{"steps/builtin/segments", "steps/builtin", "steps/builtin/{rows,segments,world}"},
		{"steps/builtin/links", "steps/builtin", "steps/builtin/{links,rows,segments,world}"},
		{"steps/builtin/atonce", "steps/builtin", "steps/builtin/{atonce,lists,rows,segments,world}"},
		{"steps/builtin/connectors", "steps/builtin", "steps/builtin/{connectors,restoring,rows,tokens,world}"},
		{"steps/builtin/connectors/history", "steps/builtin", "steps/builtin/{connectors/history,rows,world}"},
		{"steps/builtin/destinations", "steps/builtin", "steps/builtin/{destinations,lists,restoring,rows,world}"},
		{"steps/builtin/texts", "steps/builtin", "steps/builtin/{connectors,destinations,links,lists,restoring,rows,segments,texts,tokens,world}"},
		{"steps/builtin/gaps", "steps/builtin", "steps/builtin/{gaps,links,lists,rows,segments,world}"},
		{"steps/builtin/responses", "steps/builtin", "steps/builtin/{connectors,destinations,links,lists,responses,restoring,rows,segments,tokens,world}"},
		{"steps/builtin/remembered", "steps/builtin", "steps/builtin/{remembered,rows,world}"},
		{"steps/builtin/values", "steps/builtin", "steps/builtin/{remembered,rows,values,world}"},
		{"steps/builtin/sending", "steps/builtin", "steps/builtin/{connectors,remembered,restoring,rows,sending,tokens,world}"},
		{"steps/builtin/requests", "steps/builtin", "steps/builtin/{connectors,destinations,links,lists,requests,responses,restoring,rows,segments,tokens,world}"},
		{"steps/plan", "", "{steps/plan,steps/preflight,steps/builtin+}"},
		{"steps/runner", "", "{steps/runner,steps/builtin+}"},
		{"steps/preflight", "", "{steps/preflight,steps/scenario+}"},
		{"steps/variant", "", "{spec,steps/variant,steps/outcome+}"},
		{"steps/report", "", "{steps/report,spec}"},
		{"steps/report", "spec/contract", ""},
		{"steps/report/prose", "", "steps/report/prose"},
		{"steps/report/html", "steps/report/terminal", ""},
		{"steps/report/ci", "steps/report/html", ""},
		{"steps/stepstest", "steps/report/view", ""}, // the harness writes no report, so it needs none of the writers
		{"server/resource", "", "{server/resource,spec}"},
		{"server/store", "", "{server/store,server/resource,spec}"},
		{"server/fault", "", "{server/fault,spec}"},
		{"server/secret", "", "{server/secret,spec/pattern}"},
		{"server/memory", "", "server/memory"},
		{"server/metrics", "server", "server/{metrics,sandbox,store,journal,fault,secret,resource}"},
		{"server/journal", "", "{server/journal,server/secret,spec}"},
		{"server/response", "server", "{server/response,server/sandbox,server/store,server/journal,server/fault,server/secret,server/resource}"},
		{"server/mutant/edit", "server/mutant", "server/mutant/edit"},
		{"server/mutant/list", "server/mutant", "server/mutant/{edit,list}"},
		{"server/mutant/text", "server/mutant", "server/mutant/{edit,text}"},
		{"server/mutant/token", "server/mutant", "server/mutant/{edit,token}"},
		{"server/control/admission", "", "server/control/admission"},
		{"server/console", "server/api", ""},
		{"server/state", "", "{server/state,server/secret,server/store,server/resource,fixtures,spec}"},
		{"fixtures", "", "{fixtures,server/resource,spec}"},
		{"docs", "", "docs"},
		{"features", "", "features"},
		{"server", "cmd", ""},
		{"cmd", "server/servertest", ""},
		{"steps", "cmd", ""},
		{"cmd/bench", "", "cmd/bench"},
		{"cmd/understudy/internal/output", "", "cmd/understudy/internal/output"},
		{"cmd/understudy/internal/listener", "", "cmd/understudy/internal/listener"},
		{"cmd/understudy/internal/progress", "", "cmd/understudy/internal/progress"},
		{"cmd/understudy/internal/shell", "", "{cmd/understudy/internal/shell,spec/pattern}"},
		{"cmd/understudy/internal/choice", "", "{cmd/understudy/internal/choice,spec}"},
		{"cmd/understudy/internal/starter", "", "{cmd/understudy/internal/starter,cmd/understudy/internal/shell,spec/atomicfile,spec/pattern}"},
		{"cmd/understudy/internal/settings", "", "{cmd/understudy/internal/settings,spec/suggest,spec/yamlfile}"},
		{"cmd/understudy/internal/tracing", "", "cmd/understudy/internal/tracing"},
		{"cmd/understudy/internal/catalogue", "server", ""},
		{"cmd/understudy/internal/recording", "", "{cmd/understudy/internal/recording,server/secret,spec,steps/expectation,steps/feature,steps/language,steps/vocabulary}"},
		{"cmd/understudy/internal/coverage", "cmd", "{cmd/faketarget,cmd/understudy/internal/coverage,cmd/understudy/internal/mutation,cmd/understudy/internal/catalogue}"},
		{"cmd/understudy/internal/folders", "server", ""},
		{"cmd/understudy/internal/lsp", "", "{cmd/understudy/internal/lsp,cmd/understudy/internal/catalogue,cmd/understudy/internal/selfcheck,cmd/understudy/internal/mutation,docs,features,fixtures,cmd/faketarget,server,spec,steps}"},
		{"cmd/understudy/internal/serving", "cmd/understudy/internal/verification", ""},
		{"cmd/understudy/internal/serving", "steps", "steps/target"},
		{"cmd/understudy/internal/serving", "cmd/understudy/internal/workbench", ""},
		{"cmd/understudy/internal/workbench", "cmd", "{cmd/faketarget,cmd/understudy/internal/workbench,cmd/understudy/internal/listener,cmd/understudy/internal/mutation,cmd/understudy/internal/catalogue,cmd/understudy/internal/output,cmd/understudy/internal/choice,cmd/understudy/internal/folders}"},
		{"cmd/understudy/internal/command/fake", "cmd/understudy/internal/verification", ""},
		{"cmd/understudy/internal/command/scenarios", "cmd/understudy/internal/command/deployments", ""},
		{"cmd/understudy/internal/verification", "cmd/understudy/internal/serving", ""},
		{"cmd/understudy/internal/verification", "cmd/understudy/internal/mutation", ""},
		{"cmd/faketarget", "", "{cmd/faketarget,server,docs,fixtures,spec,steps/target}"},
		{"fixtures", "cmd", ""},
		{"server/servertest/browser", "", "{server/servertest/browser,spec/race}"},
		{"cmd/internal/treecopy", "", "cmd/internal/treecopy"},
	}
	soleImporters = []only{
		{"spec/contract", "github.com/pb33f"},
		{"server/store", "github.com/hashicorp/go-memdb"},
		{"server/store", "github.com/tidwall/btree"},
		{"steps/runner", "github.com/cucumber/godog"},
		{"cmd/understudy/internal/settings", "github.com/knadh/koanf"},
		{"steps/feature,steps/report/reporttest", "github.com/cucumber/gherkin"},
		{"cmd/understudy/internal/lsp", "github.com/sourcegraph/jsonrpc2"},
		{"cmd/understudy,cmd/understudy/internal/command/...", "github.com/spf13/cobra"},
		{"server/servertest/browser", "github.com/chromedp"},
		{"fixtures", "github.com/gofrs/flock"},
		{"steps/probe", "golang.org/x/text"},
		{"steps/internal/independent", "understudy/steps/internal/independent/api"},
		{"server/console", "github.com/yuin/goldmark"},
		{"server/metrics", "github.com/prometheus"},
		{"cmd/understudy/internal/tracing", "go.opentelemetry.io/otel/sdk"},
		{"cmd/understudy/internal/tracing", "go.opentelemetry.io/otel/exporters"},
	}
	// testsOnly lists modules that packages may import only in tests.
	testsOnly = []string{"github.com/getkin/kin-openapi", "understudy/server/servertest/browser", "understudy/spec/race", "understudy/server/internal/testkit", "understudy/steps/builtin/world/worldtest", "understudy/steps/report/reporttest",
		"understudy/cmd/understudy/internal/tracing/collector"}
)

func TestArrows(t *testing.T) {
	packages := listPackages(t)
	for _, violation := range violations(packages) {
		t.Error(violation)
	}
	for _, folder := range []string{"spec/contract", "server/store", "steps/internal/independent", "cmd/faketarget", "cmd/understudy", "cmd/understudy/internal/serving", "cmd/understudy/internal/verification"} {
		if !slices.ContainsFunc(packages, func(p listedPackage) bool { return p.ImportPath == module(folder) }) {
			t.Errorf("there is no package %s: correct the rules", folder)
		}
	}
}

// forTests reports whether only tests may import a package.
func forTests(pkg string) bool {
	return slices.ContainsFunc(testsOnly, func(m string) bool { return of(pkg, m) })
}

func violations(packages []listedPackage) (found []string) {
	for _, p := range packages {
		for _, a := range arrows {
			if !within(p.ImportPath, a.folder) {
				continue
			}
			for _, d := range p.Deps {
				if within(d, a.on) && !excepted(d, a.except) {
					found = append(found, p.ImportPath+" must not depend on "+d)
				}
			}
		}
		for _, s := range soleImporters {
			for _, i := range p.Imports {
				if of(i, s.imports) && !s.allows(p.ImportPath) {
					found = append(found, "only "+s.folder+" may import "+i+", not "+p.ImportPath)
				}
			}
		}
		for _, i := range p.Imports {
			if forTests(i) && !forTests(p.ImportPath) {
				found = append(found, "only tests may import "+i+", not "+p.ImportPath)
			}
		}
	}
	return found
}

// excepted reports whether a package lies in one of the folders of an exception.
func excepted(pkg, except string) bool {
	prefix, list, several := strings.Cut(strings.TrimSuffix(except, "}"), "{")
	if !several {
		return except != "" && within(pkg, except)
	}
	return slices.ContainsFunc(strings.Split(list, ","), func(f string) bool {
		folder, more := strings.CutSuffix(prefix+f, "+")
		if within(pkg, folder) || !more {
			return within(pkg, folder)
		}
		i := slices.IndexFunc(arrows, func(a never) bool { return a.folder == folder })
		if i < 0 {
			panic("no rule for " + folder + "+: write one, or list what it may import")
		}
		return excepted(pkg, arrows[i].except)
	})
}

func TestAForbiddenImportIsFound(t *testing.T) {
	for _, p := range []listedPackage{
		{ImportPath: "understudy/spec/gap", Deps: []string{"understudy/server"}},
		{ImportPath: "understudy/server/api", Deps: []string{"understudy/steps/target"}},
		{ImportPath: "understudy/steps/client", Deps: []string{"understudy/fixtures"}},
		{ImportPath: "understudy/steps/client", Deps: []string{"understudy/steps"}},
		{ImportPath: "understudy/steps/feature", Deps: []string{"understudy/steps/report"}},
		{ImportPath: "understudy/steps/vocabulary", Deps: []string{"understudy/steps/feature"}},
		{ImportPath: "understudy/steps/variant", Deps: []string{"understudy/steps"}},
		{ImportPath: "understudy/steps/stepstest", Deps: []string{"understudy/steps/report/view"}},
		{ImportPath: "understudy/steps/report/html", Deps: []string{"understudy/steps/report/terminal"}},
		{ImportPath: "understudy/steps/client", Deps: []string{"understudy/steps/internal/independent"}},
		{ImportPath: "understudy/steps/internal/independent", Deps: []string{"understudy/spec"}},
		{ImportPath: "understudy/steps", Deps: []string{"understudy/cmd/understudy"}},
		{ImportPath: "understudy/steps/builtin/world", Deps: []string{"understudy/steps/builtin/lists"}},
		{ImportPath: "understudy/cmd/faketarget", Deps: []string{"understudy/steps"}},
		{ImportPath: "understudy/cmd/understudy", Deps: []string{"understudy/server/servertest"}},
		{ImportPath: "understudy/cmd/understudy/internal/serving", Deps: []string{"understudy/steps"}},
		{ImportPath: "understudy/cmd/understudy/internal/verification", Imports: []string{"github.com/spf13/cobra"}},
		{ImportPath: "understudy/server", Imports: []string{"github.com/hashicorp/go-memdb"}},
		{ImportPath: "understudy/server", Imports: []string{"github.com/pb33f/libopenapi/datamodel"}},
		{ImportPath: "understudy/steps/client", Imports: []string{"github.com/cucumber/godog"}},
		{ImportPath: "understudy/features", Imports: []string{"github.com/getkin/kin-openapi/openapi3"}},
	} {
		if found := violations([]listedPackage{p}); len(found) != 1 {
			t.Errorf("%+v: found %q", p, found)
		}
	}
}
