package feature

import (
	"bufio"
	"bytes"
)

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
