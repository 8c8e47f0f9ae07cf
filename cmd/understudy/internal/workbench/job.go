package workbench

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"understudy/steps/expectation"
	"understudy/steps/report"
)

// job is a run, or a measurement, that goes on while its page is shown.
type job struct {
	ID    int
	Title string
	// Where says what it runs on.
	Where string
	stop  context.CancelFunc

	mu      sync.Mutex
	version int
	changed chan struct{}
	// trials are the scenarios, in the order in which they will be shown.
	trials []*trial
	// expectations are those beside a text that may not be saved.
	expectations []expectation.Expectation
	notices      []string
	err          string
	done         bool
	began        time.Time
	took         time.Duration
	// worths are the measurements, tried of them are done, and of is how many
	// there will be.
	worths    []*worth
	tried, of int
}

// trial is a scenario of a run as far as it has come.
type trial struct {
	report.Scenario
	// Began says that its first step is running or over, Ended that it has a verdict.
	Began, Ended bool
	// Exchanges are those of each step, by its index; those at the end restore.
	Exchanges [][]*report.Exchange
	done      int
}

// most limits what is kept: jobs, and the exchanges of a scenario.
const (
	mostJobs      = 20
	mostExchanges = 300
)

// start adds a job and runs it.
func (w *Workbench) start(title, where string, do func(ctx context.Context, j *job) error) *job {
	ctx, stop := context.WithCancel(w.ctx)
	w.mu.Lock()
	w.last++
	j := &job{ID: w.last, Title: title, Where: where, stop: stop, changed: make(chan struct{}), began: time.Now()}
	w.jobs[j.ID] = j
	if old := w.jobs[j.ID-mostJobs]; old != nil {
		old.stop()
		delete(w.jobs, old.ID)
	}
	w.mu.Unlock()
	w.running.Go(func() {
		defer stop()
		err := safely(func() error { return do(ctx, j) })
		j.change(func() {
			if err != nil {
				j.err = err.Error()
			}
			j.done, j.took = true, time.Since(j.began)
		})
	})
	return j
}

// safely does something that must not end the program: it may be the fake that others use.
func safely(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it broke down, which is a mistake of understudy: %v", p)
		}
	}()
	return do()
}

// Wait waits for the jobs to end: a run restores what it has changed.
func (w *Workbench) Wait() { w.running.Wait() }

// find finds a job.
func (w *Workbench) find(id int) *job {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.jobs[id]
}

// change changes the job, and shows that to who waits.
func (j *job) change(do func()) {
	j.mu.Lock()
	defer j.mu.Unlock()
	do()
	j.version++
	close(j.changed)
	j.changed = make(chan struct{})
}

// await waits until the job has changed after a version, or ctx ends.
func (j *job) await(ctx context.Context, seen int) {
	for {
		j.mu.Lock()
		changed, current, done := j.changed, j.version, j.done
		j.mu.Unlock()
		if current != seen || done {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

// trial finds the scenario at an address; within the lock.
func (j *job) trial(address string) *trial {
	i := slices.IndexFunc(j.trials, func(t *trial) bool { return t.Address == address })
	if i < 0 {
		return &trial{}
	}
	return j.trials[i]
}

// step notes the result of a step.
func (j *job) step(address string, index int, s report.Step) {
	j.change(func() {
		t := j.trial(address)
		t.Began = true
		if index < len(t.Steps) {
			t.Steps[index], t.done = s, index+1
		}
	})
}

// exchange notes an exchange of the step that is running.
func (j *job) exchange(address string, e *report.Exchange) {
	j.change(func() {
		t := j.trial(address)
		t.Began = true
		n := 0
		for _, of := range t.Exchanges {
			n += len(of)
		}
		if n >= mostExchanges || t.done >= len(t.Exchanges) {
			return
		}
		t.Exchanges[t.done] = append(t.Exchanges[t.done], e)
	})
}

// ended notes the result of a scenario.
func (j *job) ended(s report.Scenario) {
	j.change(func() {
		t := j.trial(s.Address)
		t.Scenario, t.Began, t.Ended = s, true, true
	})
}
