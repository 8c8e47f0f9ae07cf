// Package ci writes a run in the formats that CI systems and other programs read: JUnit,
// Markdown for the summary of a job, annotations of GitHub, SARIF, Code Quality reports of
// GitLab and Cucumber Messages. Each format is a function.
//
// Start reading at JUnit. SARIF and CodeQuality list the same problems as GitHub: see
// annotation.
package ci
