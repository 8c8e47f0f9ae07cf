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
	"understudy/server/control"
)

// How long a connection may take, and how large a header may be. The header has
// no timeout of its own, because one would start again for each request.
const (
	readTimeout    = 30 * time.Second
	writeTimeout   = 30 * time.Second
	idleTimeout    = 2 * time.Minute
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

// Drain says how a fake stops.
type Drain struct {
	// Delay is how long it goes on as before, except that readyz responds with
	// HTTP 503 and each response closes its connection: the time that a balancer
	// takes to notice.
	Delay time.Duration
	// Limit is how long it then waits for requests under way, while it accepts no
	// connection.
	Limit time.Duration
}

// DefaultDrain stops without a delay.
var DefaultDrain = Drain{Limit: 10 * time.Second}

// Serve serves a listener until the context ends, stops by DefaultDrain, and returns
// nil.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	return Serve(ctx, l, s, s.logger, DefaultDrain)
}

// Serve is Server.Serve for a handler around a Server, which must call it in the
// goroutine of the request.
func Serve(ctx context.Context, l net.Listener, h http.Handler, logger *slog.Logger, d Drain) error {
	server := NewHTTPServer(d.around(ctx, h))
	// It ends with the delay: streams, and requests that a fault delays, do not hold
	// up the end.
	requests, end := context.WithCancel(control.UntilStop(ctx))
	defer end()
	server.BaseContext = func(net.Listener) context.Context { return requests }
	server.ConnContext = withWhole
	server.ErrorLog = slog.NewLogLogger(logger.Handler(), slog.LevelDebug)
	stopped := make(chan error, 1)
	unwatch := context.AfterFunc(ctx, func() {
		time.Sleep(d.Delay)
		end()
		stopped <- d.stop(server, logger)
	})
	err := server.Serve(listener{l})
	if unwatch() || !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}

// around is a handler that closes connections once the context has ended.
func (d Drain) around(ctx context.Context, h http.Handler) http.Handler {
	if d.Delay == 0 { // net/http does so by itself
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ctx.Err() != nil {
			w.Header().Set("Connection", "close")
		}
		h.ServeHTTP(w, r)
	})
}

// stop closes the listener, waits for requests under way, and cuts off those that take
// longer than the limit.
func (d Drain) stop(server *http.Server, logger *slog.Logger) error {
	ctx, cancel := context.WithTimeout(context.Background(), d.Limit)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		logger.Warn("requests were cut off: they took longer than the time to drain", slog.Duration("limit", d.Limit))
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
