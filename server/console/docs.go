package console

import (
	"sync"

	"understudy/server/control"
	"understudy/spec"
)

// docsView is the operations that a client has, and those of the control API.
type docsView struct {
	Operations []spec.Operation
	Topics     []control.Topic
}

// topics never change. To read them takes 16 ms.
var topics = sync.OnceValue(control.Topics)

func viewDocs(*visit) (any, error) { return docsView{spec.Operations, topics()}, nil }
