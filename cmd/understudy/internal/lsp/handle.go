package lsp

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/sourcegraph/jsonrpc2"
)

// handler handles the messages of a connection, one after the other.
type handler struct {
	*server
	// ready is closed when the server knows its connection.
	ready chan struct{}
}

// Handle replies to a request. A panic is a fault of the server: the editor is informed, and
// the server goes on.
func (h handler) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	<-h.ready
	result, err := h.guarded(r)
	if r.Notif {
		if r.Method == "exit" {
			_ = conn.Close()
		}
		return
	}
	if err != nil {
		failed, ok := err.(*jsonrpc2.Error)
		if !ok {
			failed = &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
		_ = conn.ReplyWithError(ctx, r.ID, failed)
		return
	}
	_ = conn.Reply(ctx, r.ID, result)
}

func (h handler) guarded(r *jsonrpc2.Request) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: fmt.Sprintf("%s failed: %v", r.Method, p)}
		}
	}()
	return h.result(r)
}

// asksAbout are the requests about a document, by their methods.
var asksAbout = map[string]func(*server, *document, documentParams) (any, error){
	"textDocument/completion":    (*server).completion,
	"textDocument/hover":         (*server).hover,
	"textDocument/definition":    (*server).definition,
	"textDocument/references":    (*server).references,
	"textDocument/formatting":    (*server).formatting,
	"textDocument/codeLens":      (*server).lenses,
	"textDocument/codeAction":    (*server).actions,
	"textDocument/prepareRename": (*server).prepareRename,
	"textDocument/rename":        (*server).rename,
}

// codeNotInitialized is the protocol's code for a request before initialize.
const codeNotInitialized = -32002

// order rejects a request before initialize and after shutdown.
func (h handler) order(r *jsonrpc2.Request) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case r.Notif:
	case h.shutDown:
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the server was shut down: send exit"}
	case r.Method == "initialize" && h.initialized:
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "initialize was sent before"}
	case r.Method != "initialize" && !h.initialized:
		return &jsonrpc2.Error{Code: codeNotInitialized, Message: "send initialize first"}
	}
	return nil
}

func (h handler) result(r *jsonrpc2.Request) (any, error) {
	if err := h.order(r); err != nil {
		return nil, err
	}
	if ask, ok := asksAbout[r.Method]; ok {
		var p documentParams
		if err := read(r, &p); err != nil {
			return nil, err
		}
		d := h.find(p.TextDocument.URI)
		if d == nil {
			return nil, fmt.Errorf("the document %s is not open", p.TextDocument.URI)
		}
		return ask(h.server, d, p)
	}
	switch r.Method {
	case "initialize":
		return h.initialize(r)
	case "shutdown":
		h.mu.Lock()
		h.shutDown = true
		h.mu.Unlock()
		return nil, nil
	case "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose":
		return nil, h.changed(r)
	case "workspace/executeCommand":
		return h.execute(r)
	case "initialized":
		h.watchExpectations()
		return nil, nil
	case "workspace/didChangeWatchedFiles":
		h.checkAll()
		return nil, nil
	case "window/workDoneProgress/cancel":
		return nil, h.cancel(r)
	case "exit", "textDocument/didSave", "$/cancelRequest", "$/setTrace", "workspace/didChangeConfiguration":
		return nil, nil
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "the method " + r.Method + " is not supported"}
}

// read reads the parameters of a request.
func read(r *jsonrpc2.Request, into any) error {
	if r.Params == nil {
		return fmt.Errorf("%s has no params", r.Method)
	}
	if err := json.Unmarshal(*r.Params, into); err != nil {
		return fmt.Errorf("the params of %s: %w", r.Method, err)
	}
	return nil
}

func (s *server) initialize(r *jsonrpc2.Request) (any, error) {
	var p initializeParams
	if err := read(r, &p); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.client, s.initialized = p.Capabilities, true
	for _, f := range p.Folders {
		s.folders = append(s.folders, pathOf(f.URI))
	}
	if len(s.folders) == 0 && p.RootURI != "" {
		s.folders = []string{pathOf(p.RootURI)}
	}
	return capabilities(s.options.Version), nil
}
