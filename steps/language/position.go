package language

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// lines returns the lines of a text without what ends them.
func lines(text string) []string {
	all := strings.Split(text, "\n")
	for i, line := range all {
		all[i] = strings.TrimSuffix(line, "\r")
	}
	return all
}

// units counts the UTF-16 code units of a text. An invalid byte counts as one, as the
// replacement character that an editor shows for it.
func units(text string) (n int) {
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// byteAt returns the index of the byte at a number of UTF-16 code units of a line. A
// position within a pair of surrogates stands for the one before it.
func byteAt(line string, character int) int {
	n := 0
	for i, r := range line {
		n += max(1, utf16.RuneLen(r))
		if n > character {
			return i
		}
	}
	return len(line)
}

// byteOfColumn returns the index of the byte at a column, which counts runes from 1.
func byteOfColumn(line string, column int) int {
	at := 0
	for range column - 1 {
		if at >= len(line) {
			break
		}
		_, width := utf8.DecodeRuneInString(line[at:])
		at += width
	}
	return at
}

// span is the range of some bytes of a line.
func span(number int, line string, from, to int) Range {
	return Range{Position{number, units(line[:from])}, Position{number, units(line[:to])}}
}

// in returns the position as the number of a line and the index of a byte in it. The
// position is moved into the text first.
func (p Position) in(rows []row) (number, at int) {
	number = min(max(p.Line, 0), len(rows)-1)
	switch {
	case p.Line < 0:
		return number, 0
	case p.Line > number:
		return number, len(rows[number].text)
	}
	return number, byteAt(rows[number].text, p.Character)
}

// Between returns what stands between two positions of a line, which count UTF-16 code
// units. One beyond the line stands for its end.
func Between(line string, from, to int) string {
	a, b := byteAt(line, from), byteAt(line, to)
	if a > b {
		return ""
	}
	return line[a:b]
}
