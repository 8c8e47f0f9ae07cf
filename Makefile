# Every target does its own set-up with Go alone. `make help` lists them.

GO          ?= go
STATICCHECK  = honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOVULNCHECK  = golang.org/x/vuln/cmd/govulncheck@v1.8.0
FUZZTIME    ?= 60s
VERSION     := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)

.DEFAULT_GOAL := help
.PHONY: help verify test lint mutants build fuzz soak

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

verify: ## start the fake and judge it: the main job, seconds
	@$(GO) run ./cmd/understudy verify

test: ## every test, with the race detector: minutes
	$(GO) test -race -timeout 20m ./...

lint: ## gofmt, vet, staticcheck and govulncheck
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "not formatted (run gofmt -w): $$unformatted"; exit 1; }
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...
	@GOVULNCHECK=$(GOVULNCHECK) GO=$(GO) sh .ci/govulncheck

mutants: ## judge deliberately broken fakes: every one must be blamed for the right promise
	@$(GO) run ./cmd/understudy verify --mutants

build: ## build bin/understudy
	$(GO) build -trimpath -ldflags "-X main.version=$(VERSION)" -o bin/understudy ./cmd/understudy

fuzz: ## fuzz the whole handler, the molecules and the contract check, FUZZTIME each
	$(GO) test ./server -run '^$$' -fuzz FuzzHandler -fuzztime $(FUZZTIME)
	$(GO) test ./server/resource -run '^$$' -fuzz FuzzMolecules -fuzztime $(FUZZTIME)
	$(GO) test ./spec/contract -run '^$$' -fuzz FuzzCheckNeverPanics -fuzztime $(FUZZTIME)

soak: mutants fuzz ## every figure of the README anew: tests thrice, mutants, fuzzing
	$(GO) test -count 3 -timeout 60m ./...
