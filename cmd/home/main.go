// Command home gives the module a path under which others can fetch it.
//
// The module path of this repository, understudy, has no host, so that the go command
// cannot fetch it. Whoever hosts the repository runs
//
//	make home MODULE=git.example.com/acme/understudy
//
// once, and commits the result: go.mod, imports, documents, and the names of the
// repository and of the image in the files for CI have the new path then. Start
// reading at move.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	image := flag.String("image", "", "`NAME` of the container image, such as registry.example.com/acme/understudy (default: that on the registry of github.com or gitlab.com; elsewhere the names of images stay)")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "home rewrites the module path of the repository in the current folder.\n\nUsage: go run ./cmd/home [-image NAME] HOST/PATH")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 || flag.Arg(0) == "" {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(".", flag.Arg(0), *image, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "home:", err)
		os.Exit(1)
	}
}

// run moves the module in a folder, and says what it did.
func run(folder, path, image string, out io.Writer) error {
	m, err := newMove(folder, path, image)
	if err != nil {
		return err
	}
	changed, err := m.rewrite(folder)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s is now %s: %d files changed\n", m.from, m.to, len(changed))
	switch {
	case m.image == "":
		fmt.Fprintln(out, "the names of container images stayed: give IMAGE=registry/organisation/understudy to change them")
	case image == "":
		fmt.Fprintf(out, "container images are named %s: give IMAGE=NAME for another name\n", m.image)
	}
	if strings.Count(m.to, "/") < 2 {
		fmt.Fprintf(out, "the CI files name the repository %s: change it where your host needs another name\n", m.repository())
	}
	fmt.Fprintln(out, "next: make test, commit, and tag a version such as v0.1.0")
	return nil
}
