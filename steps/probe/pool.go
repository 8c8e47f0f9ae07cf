package probe

import (
	"slices"
	"sync"
)

// MaxRejected is how many rejected probes of a pool are sent at most. A class that is tried
// because another one was rejected does not count.
const MaxRejected = 3

// Pool is what a run knows about the probes of one kind of text. It is safe for
// concurrent use.
type Pool struct {
	mu      sync.Mutex
	classes []Class
	known   map[string]*classState
	// rejected counts the probes that were rejected, trying those that were
	// sent and may still be.
	rejected, trying int
}

// classState is what is known about a class.
type classState struct {
	drawn                   int
	compared, accepted, off bool
}

// NewPool returns a pool without any knowledge.
func NewPool(classes []Class) *Pool {
	p := &Pool{classes: classes, known: map[string]*classState{}}
	for _, c := range classes {
		p.known[c.ID] = &classState{}
	}
	return p
}

// Draw returns the next class to try: of those not compared yet, the one drawn
// least. It reports false if a plain text is to be sent. Report the result of a
// drawn class with Accept, Reject or Spend, or give it up with Return.
func (p *Pool) Draw() (Class, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var next *Class
	for i, c := range p.classes {
		k := p.known[c.ID]
		if p.isOpen(c) && p.mayDraw(c) && (next == nil || k.drawn < p.known[next.ID].drawn) {
			next = &p.classes[i]
		}
	}
	if next == nil {
		return Class{}, false
	}
	p.known[next.ID].drawn++
	p.trying++
	return *next, true
}

// DrawAccepted returns the next class to send once more, of those that were accepted
// and not compared yet; false where there is none. Nothing is to be reported of it.
func (p *Pool) DrawAccepted() (Class, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.classes {
		if k := p.known[c.ID]; p.isOpen(c) && k.accepted {
			k.drawn++
			return c, true
		}
	}
	return Class{}, false
}

// maxDrawn returns how often a class is drawn at most. Texts that replace a
// name are drawn once, because they do not show which run created the resource.
func (c Class) maxDrawn() int {
	if c.whole {
		return 1
	}
	return 2
}

// isOpen reports whether a class may be drawn.
func (p *Pool) isOpen(c Class) bool {
	k := p.known[c.ID]
	isOff := func(id string) bool { return p.known[id].off }
	return !k.compared && !k.off && k.drawn < c.maxDrawn() && !slices.ContainsFunc(c.Under, isOff) && !p.isNeedless(c)
}

// isNeedless reports whether a class shows nothing that another one does not show: that
// one was not rejected.
func (p *Pool) isNeedless(c Class) bool {
	return slices.ContainsFunc(c.Unless, func(id string) bool { return !p.known[id].off })
}

// Accept records that a probe of the class was accepted.
func (p *Pool) Accept(c Class) { p.end(c, func(k *classState) { k.accepted = true }) }

// Reject records that a probe of the class was rejected where a plain text was not.
func (p *Pool) Reject(c Class) {
	p.end(c, func(k *classState) {
		k.off = !k.accepted
		if len(c.Unless) == 0 {
			p.rejected++
		}
	})
}

// Spend records that a probe was sent, and that it is unknown why it was rejected.
func (p *Pool) Spend(c Class) { p.end(c, func(*classState) { p.rejected++ }) }

// Return records that a probe was sent, and that its result is unknown.
func (p *Pool) Return(c Class) { p.end(c, func(*classState) {}) }

// Undraw records that a probe was sent in a request that is rejected without it, too. It
// created nothing, so a text that replaces a name may be drawn as if it had not been sent.
func (p *Pool) Undraw(c Class) {
	p.end(c, func(k *classState) {
		if c.whole {
			k.drawn--
		}
	})
}

func (p *Pool) end(c Class, note func(*classState)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.trying--
	note(p.known[c.ID])
}

// Compare records that a text of the class was read back, unchanged or not.
func (p *Pool) Compare(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if k := p.known[id]; k != nil {
		k.compared = true
	}
}

// Compared reports whether any text of the pool was read back.
func (p *Pool) Compared() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, k := range p.known {
		if k.compared {
			return true
		}
	}
	return false
}

// Accepted returns the classes that are accepted.
func (p *Pool) Accepted() (accepted []Class) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.classes {
		if p.known[c.ID].accepted {
			accepted = append(accepted, c)
		}
	}
	return accepted
}

// Off names the classes that are rejected.
func (p *Pool) Off() (ids []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.classes {
		if p.known[c.ID].off {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// ToCompare returns how many classes can still be compared.
func (p *Pool) ToCompare() (n int) {
	for _, c := range p.classes {
		if p.IsLeft(c.ID) {
			n++
		}
	}
	return n
}

// IsLeft reports whether a class can still be compared.
func (p *Pool) IsLeft(id string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := p.known[id]
	return k != nil && !k.compared && !k.off && !slices.ContainsFunc(p.classes, func(c Class) bool { return c.ID == id && p.isNeedless(c) })
}

// IsWaiting reports whether a class is left that can be drawn only after the
// result of others is known.
func (p *Pool) IsWaiting() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	open := slices.ContainsFunc(p.classes, p.isOpen)
	ready := slices.ContainsFunc(p.classes, func(c Class) bool { return p.isOpen(c) && p.mayDraw(c) })
	return open && !ready && p.trying > 0 && p.rejected < MaxRejected
}

// mayDraw reports whether an open class may be drawn now.
func (p *Pool) mayDraw(c Class) bool {
	return p.mayReject(c) || p.rejected+p.trying < MaxRejected
}

// mayReject reports whether a class may be tried though many were rejected: it was accepted
// before, or takes the place of one that was rejected.
func (p *Pool) mayReject(c Class) bool { return p.known[c.ID].accepted || len(c.Unless) > 0 }

// Left returns how many classes may still be tried.
func (p *Pool) Left() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.classes {
		if p.isOpen(c) && (p.mayReject(c) || p.rejected < MaxRejected) {
			n++
		}
	}
	return n
}
