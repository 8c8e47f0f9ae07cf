package workbench

import (
	"fmt"
	"time"

	"understudy/cmd/faketarget"
	"understudy/server"
	"understudy/server/sandbox"
	"understudy/steps/target"
)

// Deployment is what scenarios run on.
type Deployment interface {
	// Open prepares a run in a sandbox, or on the deployment where there are none, and
	// returns how to reach it. inPlace uses the sandbox itself and no fork of it. close
	// ends the preparation.
	Open(sandbox string, inPlace bool) (t target.Target, close func(), err error)
	// Where says where a run in a sandbox happens.
	Where(sandbox string) string
	// Forks reports whether a run can have a sandbox of its own: it then disturbs nobody.
	Forks() bool
}

// forkLife is how long the sandbox of a run lives at most.
const forkLife = 15 * time.Minute

// Fake is our own fake as a Deployment.
type Fake struct {
	Server *server.Server
	// BaseURL is where this machine reaches it.
	BaseURL string
	// Clock says that scenarios may move its clock: the control API takes no token.
	Clock bool
}

// Open forks the sandbox, unless the run is to be in it.
func (f Fake) Open(id string, inPlace bool) (target.Target, func(), error) {
	hub := f.Server.Hub()
	sb, ok := hub.Find(id)
	if !ok {
		return target.Target{}, nil, fmt.Errorf("there is no sandbox %.80q: choose another one", id)
	}
	end := func() {}
	if !inPlace {
		fork, err := hub.Create(sandbox.Draft{Parent: id, TTL: forkLife})
		if err != nil {
			return target.Target{}, nil, err
		}
		sb, end = fork, func() { _ = hub.Delete(fork.ID()) } // it may have expired
	}
	base, control := f.BaseURL, faketarget.ControlURL(f.BaseURL)
	if sb.ID() != sandbox.Default {
		base, control = base+"/s/"+sb.ID(), control+"?sandbox="+sb.ID()
	}
	t := faketarget.With(f.Server.TestDataIn(sb), base)
	if f.Clock {
		t.ControlURL = control
	}
	return t, end, nil
}

// Where names the sandbox.
func (f Fake) Where(id string) string { return "the sandbox " + id }

// Forks is true.
func (Fake) Forks() bool { return true }

// Remote is the deployment of a target file.
type Remote struct{ Target target.Target }

// Open is the target itself.
func (r Remote) Open(string, bool) (target.Target, func(), error) { return r.Target, func() {}, nil }

// Where is the URL of the deployment.
func (r Remote) Where(string) string { return r.Target.BaseURL }

// Forks is false.
func (Remote) Forks() bool { return false }
