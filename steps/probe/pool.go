package probe

import (
	"slices"
	"sync"
)

// MaxRejected is how many probes of a pool are sent at most that are rejected.
const MaxRejected = 3

// Pool is what a run knows of the probes of one kind of text. It is for use by several
// scenarios at a time.
type Pool struct {
	mu      sync.Mutex
	classes []Class
	known   map[string]*knowledge
	// rejected counts the probes that were rejected, trying those that were sent
	// and may be.
	rejected, trying int
}

// knowledge is what is known of a class.
type knowledge struct {
	drawn                   int
	compared, accepted, off bool
}

// NewPool is a pool of which nothing is known yet.
func NewPool(classes []Class) *Pool {
	p := &Pool{classes: classes, known: map[string]*knowledge{}}
	for _, c := range classes {
		p.known[c.ID] = &knowledge{}
	}
	return p
}

// Draw is the next class to be tried: of those that were not compared yet, the one that
// was drawn least. It reports false where a plain text is to be sent. What is drawn has to
// be given back by Accept, Reject or Spend.
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

// maxDrawn is how often a class is drawn at most. Texts that replace a name are drawn
// once: nothing in them says which run made what they name.
func (c Class) maxDrawn() int {
	if c.whole {
		return 1
	}
	return 2
}

// isOpen reports whether a class may be drawn.
func (p *Pool) isOpen(c Class) bool {
	k := p.known[c.ID]
	return !k.compared && !k.off && k.drawn < c.maxDrawn() && !slices.ContainsFunc(c.Under, func(id string) bool { return p.known[id].off })
}

// Accept says that a probe of the class was accepted.
func (p *Pool) Accept(c Class) { p.end(c, func(k *knowledge) { k.accepted = true }) }

// Reject says that a probe of the class was rejected where a plain text was not.
func (p *Pool) Reject(c Class) {
	p.end(c, func(k *knowledge) { k.off = !k.accepted; p.rejected++ })
}

// Spend says that a probe was sent, and that nothing is known of why it was rejected.
func (p *Pool) Spend(c Class) { p.end(c, func(*knowledge) { p.rejected++ }) }

// Return says that a probe was sent, and that nothing is known of what became of it.
func (p *Pool) Return(c Class) { p.end(c, func(*knowledge) {}) }

func (p *Pool) end(c Class, note func(*knowledge)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.trying--
	note(p.known[c.ID])
}

// Compare says that a text of the class came back, as it was sent or not.
func (p *Pool) Compare(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if k := p.known[id]; k != nil {
		k.compared = true
	}
}

// Compared reports whether any text of the pool came back.
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

// Accepted are the classes that are accepted.
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

// ToCompare is how many classes may be compared yet.
func (p *Pool) ToCompare() (n int) {
	for _, c := range p.classes {
		if p.IsLeft(c.ID) {
			n++
		}
	}
	return n
}

// IsLeft reports whether a class may be compared yet.
func (p *Pool) IsLeft(id string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := p.known[id]
	return k != nil && !k.compared && !k.off
}

// IsWaiting reports whether a class is left that can be drawn only once more is known of
// those that were sent.
func (p *Pool) IsWaiting() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	open := slices.ContainsFunc(p.classes, p.isOpen)
	ready := slices.ContainsFunc(p.classes, func(c Class) bool { return p.isOpen(c) && p.mayDraw(c) })
	return open && !ready && p.trying > 0 && p.rejected < MaxRejected
}

// mayDraw reports whether an open class may be drawn now.
func (p *Pool) mayDraw(c Class) bool {
	return p.known[c.ID].accepted || p.rejected+p.trying < MaxRejected
}

// Left is how many classes may still be tried.
func (p *Pool) Left() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.classes {
		if p.isOpen(c) && (p.known[c.ID].accepted || p.rejected < MaxRejected) {
			n++
		}
	}
	return n
}
