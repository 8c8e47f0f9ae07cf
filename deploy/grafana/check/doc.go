// Package check checks the dashboard for Grafana against a fake: each query must be one
// that Prometheus understands, and name metrics and labels that the fake has.
//
// It is a module of its own, because Prometheus' parser has many dependencies. Run its
// tests with make dashboard; start reading at TestTheDashboardNamesMetricsOfAFake.
package check
