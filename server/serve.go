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

// How long a connection may take, and how much a header may hold. The header has
// no timeout of its own: a further one would be set anew for each request.
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

// Serve answers on a listener until the context ends. Then it lets the
// requests under way end, for 5 seconds at most, and returns nil.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	return Serve(ctx, l, s, s.logger)
}

// Serve is Server.Serve for a handler around a Server, which must call it in the
// goroutine of the request.
func Serve(ctx context.Context, l net.Listener, h http.Handler, logger *slog.Logger) error {
	server := NewHTTPServer(h)
	// What waits on purpose, or streams, ends with the server.
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

// broke answers a request whose handling panicked.
func (s *Server) broke(w http.ResponseWriter, r *http.Request, fault any) int {
	if fault == http.ErrAbortHandler {
		panic(fault)
	}
	s.logger.Error("the fake broke down", slog.String("method", safeMethod(r)), slog.String("path", s.safePath(r)),
		slog.Any("fault", fault), slog.String("stack", string(debug.Stack())))
	return api.Fail(w, r)
}
