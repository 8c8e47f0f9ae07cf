// Package progress reports the progress of opening a large world file: one line per
// second, starting after the first second.
package progress

import (
	"fmt"
	"path/filepath"
	"strconv"
	"time"
)

// Progress is the progress of one file.
type Progress struct {
	file string
	say  func(line string)
	now  func() time.Time
	last time.Time
}

// New starts the progress of a file; it calls say with each line.
func New(file string, say func(line string)) *Progress {
	return &Progress{file: filepath.Base(file), say: say, now: time.Now, last: time.Now()}
}

// Read records how many bytes of the file were read.
func (p *Progress) Read(done, total int64) {
	p.line("reading %s: %s of %s MB", done/1e6, total/1e6)
}

// Opened records how many of the file's rows are in the world.
func (p *Progress) Opened(done, total int) {
	p.line("opening %s: %s of %s rows", int64(done), int64(total))
}

func (p *Progress) line(format string, done, total int64) {
	if now := p.now(); now.Sub(p.last) >= time.Second {
		p.last = now
		p.say(fmt.Sprintf(format, p.file, grouped(done), grouped(total)))
	}
}

// grouped writes a number with commas, like 1,000,000.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
