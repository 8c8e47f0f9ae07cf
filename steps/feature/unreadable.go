package feature

import (
	"bufio"
	"bytes"
	"unicode/utf8"
)

// invalidUTF8 returns the place of the first byte of a text that is no UTF-8, and whether
// there is one.
func invalidUTF8(text []byte) (at Place, found bool) {
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if utf8.Valid(line) {
			continue
		}
		column := 1
		for c, size := utf8.DecodeRune(line); c != utf8.RuneError || size > 1; c, size = utf8.DecodeRune(line) {
			line, column = line[size:], column+1
		}
		return Place{number, column}, true
	}
	return Place{}, false
}

// mostLine limits the length of a line in bytes: the parser cannot read a longer one.
const mostLine = bufio.MaxScanTokenSize - 1

// longLine is the number of the first line that is too long, or 0.
func longLine(text []byte) int {
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if len(line) > mostLine {
			return number
		}
	}
	return 0
}
