// Package withoutgo keeps godog from running the go command whenever this program
// starts: godog looks for the folder of Go's tools during initialisation, which
// nothing here uses. That takes longer than the rest of the start, and where a go.mod
// in the current folder names a newer Go, the go command downloads it first.
//
// PATH is unset from this package's initialisation until Over. Packages are
// initialised in the order of their import paths, each as soon as its imports are.
// This one must come before godog, which has to wait for unicode: so it must not
// import anything that does.
//
// Only the command imports it.
package withoutgo

import "syscall"

var path, set = syscall.Getenv("PATH")

func init() { _ = syscall.Unsetenv("PATH") }

// Over restores PATH. Call it after godog is initialised, and before anything else is
// run.
func Over() {
	if set {
		_ = syscall.Setenv("PATH", path)
	}
}
