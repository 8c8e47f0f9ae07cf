package servertest_test

import (
	"fmt"
	"strings"
	"testing"

	"understudy/fixtures"
	"understudy/server/servertest"
)

// failing is a test that records its first failure and ends there, as t.Fatal does.
type failing struct {
	testing.TB
	says *string
}

func (f failing) Fatalf(format string, a ...any) {
	*f.says = fmt.Sprintf(format, a...)
	panic(f.says)
}

// failure is the message with which a test fails.
func failure(t *testing.T, test func(t testing.TB)) (says string) {
	t.Helper()
	defer func() {
		if fault := recover(); fault != &says && fault != nil {
			panic(fault)
		}
	}()
	test(failing{t, &says})
	return says
}

func TestAnErrorFailsTheTest(t *testing.T) {
	full := func(o *servertest.Options) { o.MaxSandboxes = 1 }
	ofDefault := func(o *servertest.Options) { o.World = fixtures.Default() }
	for want, test := range map[string]func(testing.TB){
		"a clock never goes back":     func(t testing.TB) { servertest.New(t).Advance(-1) },
		`no gap "per-page"`:           func(t testing.TB) { servertest.New(t).Choose("per-page=refuse") },
		"must not be negative":        func(t testing.TB) { servertest.New(t, func(o *servertest.Options) { o.AsyncDelay = -1 }) },
		`there is no preset "no"`:     func(t testing.TB) { servertest.New(t, servertest.Preset("no")) },
		"both name a world":           func(t testing.TB) { servertest.New(t, servertest.Preset("empty"), ofDefault) },
		"that is the limit":           func(t testing.TB) { f := servertest.New(t, full); f.Fork(t); f.Fork(t) },
		"no such sandbox: it was nev": forkOfOneThatWent,
	} {
		if got := failure(t, test); !strings.HasPrefix(got, "servertest: ") || !strings.Contains(got, want) {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
}

func forkOfOneThatWent(t testing.TB) {
	var fork *servertest.Fake
	f := servertest.New(t)
	t.(failing).TB.(*testing.T).Run("short", func(t *testing.T) { fork = f.Fork(t) })
	fork.Fork(t)
}
