// Package lsp implements understudy lsp, the language server of feature files: it
// translates between the protocol of editors and package steps/language, and runs
// scenarios on request.
//
// Messages are framed by github.com/sourcegraph/jsonrpc2, which is small and maintained.
// The types of the protocol are our own, in protocol.go: the libraries that have them are
// either no longer maintained or much larger than what is used here.
//
// Start reading at Serve, then handlers in handle.go.
package lsp

import (
	"context"
	"io"
	"os"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"understudy/steps"
	"understudy/steps/language"
	"understudy/steps/target"
)

// Options configure the server.
type Options struct {
	// Target is the deployment that scenarios may be run on; nil for none.
	Target *target.Target
	// Version is that of the program.
	Version string
}

// debounce is how long a text rests before it is checked, so that fast typing is
// checked once.
const debounce = 30 * time.Millisecond

// server is the state of one connection.
type server struct {
	options  Options
	language *language.Language
	ctx      context.Context
	conn     *jsonrpc2.Conn

	// publishing is held while diagnostics are sent, so that older ones do not come after newer
	// ones. mu is not: an editor that reads no more would keep the server from its exit.
	publishing sync.Mutex

	mu sync.Mutex
	// documents are the open texts by their URIs.
	documents map[string]*document
	// folders are the paths of the editor's folders.
	folders []string
	// client is what the editor can do.
	client clientCapabilities
	// pages is the folder with the generated pages and the built-in features, which
	// exists once something in it was asked for.
	pages string
	// initialized and shutDown say that the editor sent these requests.
	initialized, shutDown bool
	running               sync.WaitGroup
	// tasks counts those that were begun; cancels are the functions that cancel the
	// running ones, by their tokens.
	tasks   int
	cancels sync.Map
}

// Serve speaks the protocol until the editor ends the connection, or ctx ends. It
// returns true where the editor asked for the end first, as the protocol wants it.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) (orderly bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{options: o, language: steps.NewLanguage(steps.Vocabulary{}), ctx: ctx, documents: map[string]*document{}}
	ready := make(chan struct{})
	s.conn = jsonrpc2.NewConn(ctx, newStream(in, out), handler{s, ready})
	close(ready)
	select {
	case <-s.conn.DisconnectNotify():
	case <-ctx.Done():
		err = s.conn.Close()
	}
	cancel()
	s.running.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pages != "" {
		_ = os.RemoveAll(s.pages)
	}
	return s.shutDown, err
}

// duplex joins the two directions of a connection.
type duplex struct {
	io.Reader
	io.Writer
}

func (d duplex) Close() error {
	if c, ok := d.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// notify sends a notification. One that cannot be sent is lost with its connection.
func (s *server) notify(method string, params any) { _ = s.conn.Notify(s.ctx, method, params) }

// show shows a message of a kind: 1 is an error, 2 a warning, 3 an information.
func (s *server) show(kind int, text string) {
	s.notify("window/showMessage", message{Type: kind, Message: text})
}

// log writes a message to the log of the server that the editor keeps.
func (s *server) log(kind int, text string) {
	s.notify("window/logMessage", message{Type: kind, Message: text})
}

// start runs work beside the connection; the server ends after it.
func (s *server) start(work func()) {
	s.running.Add(1)
	go func() {
		defer s.running.Done()
		work()
	}()
}
