// Package withoutgo keeps godog from running the go command whenever this
// program starts, whatever it was asked to do: godog looks for the folder of
// Go's tools as it is initialised, of which nothing here has any use. That takes
// longer than all else of a start, and where a go.mod lies about that names a
// newer Go, the go command fetches it first.
//
// There is no PATH from this package's initialisation on until Over. Packages
// are initialised in the order of their import paths, each as soon as those are
// that it imports. This one must come before godog, which waits for unicode: so
// it may import nothing that does.
//
// Only the command imports it.
package withoutgo

import "syscall"

var path, set = syscall.Getenv("PATH")

func init() { _ = syscall.Unsetenv("PATH") }

// Over puts the PATH back. It is to be called once godog is initialised, and
// before anything else is run.
func Over() {
	if set {
		_ = syscall.Setenv("PATH", path)
	}
}
