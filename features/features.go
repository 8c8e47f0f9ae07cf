// Package features embeds the scenarios that every deployment of the API is verified
// with, one folder per section of the document. It contains no other code; the steps
// of the scenarios are in package steps.
package features

import "embed"

// FS holds the feature files.
//
//go:embed */*.feature
var FS embed.FS
