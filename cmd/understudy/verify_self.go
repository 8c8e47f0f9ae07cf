package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"time"

	"understudy/server"
	"understudy/steps/target"
)

// selfDelay is how long segments are under way in the fake that verify starts.
const selfDelay = 150 * time.Millisecond

// startFake serves a fake on a free port of this machine. Its target goes
// through the text of a target file, as that of any deployment does.
func startFake() (t target.Target, stop func(), err error) {
	fake, err := server.New(server.Options{AsyncDelay: selfDelay})
	if err != nil {
		return t, nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return t, nil, fmt.Errorf("cannot start a fake to judge: %w", err)
	}
	text, err := target.Marshal(selfTarget(fake.Ground(), urlOf(l.Addr())))
	if err == nil {
		t, err = target.Parse(text, func(string) (string, bool) { return "", false })
	}
	if err != nil {
		l.Close()
		return t, nil, fmt.Errorf("the target file of the fake: %w", err)
	}
	return t, serveUntilStopped(fake, l), nil
}

// selfTarget is the target of a fake that is started to be judged.
func selfTarget(g server.Ground, url string) target.Target { return targetOf(g, url, selfDelay) }

// serveUntilStopped outlives the run's own context: what the run still asks
// after Ctrl-C is answered.
func serveUntilStopped(fake *server.Server, l net.Listener) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(ctx, l, fake, slog.New(slog.DiscardHandler))
	}()
	return func() {
		cancel()
		<-done
	}
}
