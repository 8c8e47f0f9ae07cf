// Package features embeds the scenarios that every deployment of the API is
// judged by, one folder per section of the document. It holds no code; the
// steps that the scenarios are written in are in package steps.
package features

import "embed"

// FS holds the feature files.
//
//go:embed */*.feature
var FS embed.FS
