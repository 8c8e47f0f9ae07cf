# Every target does its own set-up with Go alone. `make help` lists them.

GO          ?= go
STATICCHECK  = honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOVULNCHECK  = golang.org/x/vuln/cmd/govulncheck@v1.8.0
FUZZTIME    ?= 60s
# Compiling the contract's library takes minutes with optimisation, and half of
# that without; a run of the suite waits more than it computes.
QUICK        = -gcflags=all='-N -l -dwarf=false' -ldflags='-s -w'
VERSION     := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)

.DEFAULT_GOAL := help
.PHONY: help verify test lint mutants sheets build readme fuzz soak

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

verify: ## start the fake and judge it: the main job, seconds
	@GOGC=off $(GO) build $(QUICK) -o bin/understudy-verify ./cmd/understudy
	@bin/understudy-verify verify

test: ## every test, with the race detector; of the long sheets a sample: minutes
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

readme: ## write the README's lists of promises and gaps anew
	$(GO) test ./cmd/understudy -run TestTheReadme -update

fuzz: ## fuzz the whole handler, the molecules, the contract check and JUnit, FUZZTIME each
	$(GO) test ./server -run '^$$' -fuzz FuzzHandler -fuzztime $(FUZZTIME)
	$(GO) test ./server/resource -run '^$$' -fuzz FuzzMolecules -fuzztime $(FUZZTIME)
	$(GO) test ./spec/contract -run '^$$' -fuzz FuzzCheckNeverPanics -fuzztime $(FUZZTIME)
	$(GO) test ./steps/report -run '^$$' -fuzz FuzzJUnitIsValid -fuzztime $(FUZZTIME)

sheets: ## every choice, stranger and breach, without the race detector: some ten minutes
	$(GO) test -timeout 60m ./features ./steps

soak: sheets mutants fuzz ## every figure of the README anew
