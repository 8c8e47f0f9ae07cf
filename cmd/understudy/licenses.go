package main

import _ "embed"

// licenses are the libraries in this program with their licenses. The file is
// generated: see make licenses.
//
//go:embed licenses.txt
var licenses string
