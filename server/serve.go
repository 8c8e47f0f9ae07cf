package server

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"time"

	"understudy/server/api"
)

// How long a connection may take, and how large a header may be. The header has
// no timeout of its own, because one would start again for each request.
const (
	readTimeout    = 30 * time.Second
	writeTimeout   = 30 * time.Second
	idleTimeout    = 2 * time.Minute
	stopTimeout    = 5 * time.Second
	maxHeaderBytes = 64 << 10
)

// NewHTTPServer makes a net/http server with limits on time and size.
func NewHTTPServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:        h,
		ReadTimeout:    readTimeout,
		WriteTimeout:   writeTimeout,
		IdleTimeout:    idleTimeout,
		MaxHeaderBytes: maxHeaderBytes,
	}
}

// Serve serves a listener until the context ends. Then it waits up to 5 seconds
// for requests under way, and returns nil.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	return Serve(ctx, l, s, s.logger)
}

// Serve is Server.Serve for a handler around a Server, which must call it in the
// goroutine of the request.
func Serve(ctx context.Context, l net.Listener, h http.Handler, logger *slog.Logger) error {
	server := NewHTTPServer(h)
	// The context of a fault's delay or of a stream ends with the server's.
	server.BaseContext = func(net.Listener) context.Context { return ctx }
	server.ConnContext = withWhole
	server.ErrorLog = slog.NewLogLogger(logger.Handler(), slog.LevelDebug)
	stopped := make(chan error, 1)
	unwatch := context.AfterFunc(ctx, func() { stopped <- stop(server) })
	err := server.Serve(listener{l})
	if unwatch() || !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}

func stop(server *http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return err
}

// broke responds to a request whose handler panicked.
func (s *Server) broke(w http.ResponseWriter, r *http.Request, fault any) int {
	if fault == http.ErrAbortHandler {
		panic(fault)
	}
	s.logger.Error("the fake broke down", slog.String("method", safeMethod(r)), slog.String("path", s.safePath(r)),
		slog.Any("fault", fault), slog.String("stack", string(debug.Stack())))
	return api.Fail(w, r)
}
