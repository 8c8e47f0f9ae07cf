package main

import (
	"path"
	"regexp"
	"strings"
	"testing"

	"understudy/docs"
)

// TestThePackagesBuildOnEachOtherInTheOrderOfTheirTables compares the imports with the tables of
// the architecture page: a package imports what is above it, or before it in its row.
func TestThePackagesBuildOnEachOtherInTheOrderOfTheirTables(t *testing.T) {
	page, _ := docs.Page("architecture")
	packages := listPackages(t)
	for heading, room := range map[string]string{"### Inside the fake\n": "server", "### Inside the harness\n": "steps"} {
		_, table, _ := strings.Cut(page, heading)
		table, _, _ = strings.Cut(table, "\n#")
		for _, violation := range disordered(packages, room, table) {
			t.Error(violation)
		}
	}
}

var (
	firstCell = regexp.MustCompile("(?m)^\\| (`.*?) \\|")
	inCode    = regexp.MustCompile("`(.*?)`")
)

// disordered finds the packages of a room that are not in its table, or import one that is
// not before them there. What only tests import may be left out.
func disordered(packages []listedPackage, room, table string) (found []string) {
	place := map[string]int{}
	for _, cell := range firstCell.FindAllString(table, -1) {
		for _, name := range inCode.FindAllStringSubmatch(cell, -1) {
			pkg := module(room)
			if name[1] != room {
				pkg = module(room + "/" + name[1])
			}
			place[pkg] = len(place) + 1
		}
	}
	// placeOf is the place of a package, or of the nearest folder above it; 0 for none.
	placeOf := func(pkg string) int {
		folder := pkg
		for folder != module(room) && place[folder] == 0 {
			folder = path.Dir(folder)
		}
		if folder == module(room) && folder != pkg {
			return 0
		}
		return place[folder]
	}
	for _, p := range packages {
		if !within(p.ImportPath, room) || forTests(p.ImportPath) || len(p.Imports) == 0 {
			continue
		}
		if placeOf(p.ImportPath) == 0 {
			found = append(found, "the table of "+room+" does not list "+p.ImportPath)
		}
		for _, i := range p.Imports {
			if within(i, room) && placeOf(i) > placeOf(p.ImportPath) {
				found = append(found, p.ImportPath+" must not import "+i+", which the table of "+room+" lists after it")
			}
		}
	}
	return found
}

func TestAPackageOutOfOrderIsFound(t *testing.T) {
	for imported, want := range map[string]int{"understudy/steps/a": 0, "understudy/steps/b/below": 0, "understudy/steps/c": 1, "understudy/steps": 1, "understudy/spec": 0} {
		p := listedPackage{ImportPath: "understudy/steps/b", Imports: []string{imported}}
		if found := disordered([]listedPackage{p}, "steps", "| `a`, `b` | |\n| `c` | |\n| `steps` itself | |\n"); len(found) != want {
			t.Errorf("%+v: found %q", p, found)
		}
	}
	unlisted := listedPackage{ImportPath: "understudy/steps/d", Imports: []string{"fmt"}}
	if found := disordered([]listedPackage{unlisted}, "steps", "| `steps` itself | |\n"); len(found) != 1 {
		t.Errorf("found %q", found)
	}
}
