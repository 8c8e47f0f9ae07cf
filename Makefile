# Every target sets up what it needs, with Go alone. `make help` lists the targets.

GO          ?= go
STATICCHECK  = honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOVULNCHECK  = golang.org/x/vuln/cmd/govulncheck@v1.8.0
ACTIONLINT   = github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
GORELEASER   = github.com/goreleaser/goreleaser/v2@v2.13.3
SBOM         = github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0
GOJQ         = github.com/itchyny/gojq/cmd/gojq@v0.12.17
REDOCLY      = @redocly/cli@2.77.0
FUZZTIME    ?= 60s
# How long each Go benchmark runs, and how often: benchstat wants several runs.
BENCHTIME   ?= 100ms
COUNT       ?= 6
# Everything but the race detector is compiled as releases are, so that each package is
# compiled once, also in the copies of the tree that tests make. GOGC trades the compiler's
# memory, under 1 GB, for time.
export CGO_ENABLED ?= 0
export GOFLAGS := $(strip $(filter-out -trimpath,$(shell $(GO) env GOFLAGS)) -trimpath)
# With the race detector the contract's library, which is used once in a run and takes the
# longest to compile, is compiled without optimisation, in half the time.
UNOPTIMISED  = '-gcflags=github.com/pb33f/...=-N -l -dwarf=false'
# All packages are compiled with the detector: if some were not, generic code of the standard
# library that they share with ours could lose the order of its atomics, and the detector
# would report false races and miss real ones. It needs cgo.
race         = CGO_ENABLED=1 GOFLAGS="$(GOFLAGS) $(UNOPTIMISED)" GOGC=400 $(GO) test -race -vet=off -timeout 20m
# make lint vets everything at once, so that no test does. The packages whose tests take the
# longest stand first, so that the others run beside them.
plain        = GOGC=400 $(GO) test -vet=off -timeout 20m
# The tests of the independent implementation that make test runs whole.
independent  = EveryConformingSwitchPasses|EveryViolationFails|DriftOfTheIndependent|BodyBeyondTheBounds|LargeBodyWithinTheBounds|TextOfAReportIsBounded
VERSION     := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)

.DEFAULT_GOAL := help
.PHONY: help verify test lint dashboard vulnerabilities mutants variants build home release-tools release-dry release deb release-test same-bytes install-test npm python vscode editor image docs deploy-check licenses fuzz bench ratio figures conditions soak

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 17

verify: bin/understudy ## start the fake and verify it: the main job, seconds
	@GOGC=400 bin/understudy verify

test: ## every test, those of the packages with the race detector; all of the independent implementation, a sample of the other long runs: minutes
	$(race) -short ./steps ./features ./fixtures ./server/... ./spec/... $$($(GO) list ./steps/... | grep -v /independent$$)
	$(plain) ./cmd/understudy ./cmd/understudy/internal/walks ./cmd/understudy/internal/workbench $$($(GO) list ./cmd/... | grep -v -e /cmd/home$$ -e /cmd/image$$)
	$(plain) -v ./cmd/home ./cmd/image
	$(plain) -short ./server/console ./steps ./server/editor ./features ./server/model ./server/api ./steps/internal/independent ./steps/report/... -skip '$(independent)'
	$(plain) ./steps -run '$(independent)'

lint: ## gofmt, vet, staticcheck, actionlint, the recipes for CI, govulncheck, and redocly on the contract
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "not formatted (run gofmt -w): $$unformatted"; exit 1; }
	GOGC=off $(GO) vet ./...
	GOBIN=$(CURDIR)/bin $(GO) install $(STATICCHECK)
	bin/staticcheck ./...
	GOBIN=$(CURDIR)/bin $(GO) install $(ACTIONLINT)
	@.ci/workflows bin/actionlint
	@.ci/recipes
	@$(MAKE) --no-print-directory vulnerabilities
	@REDOCLY=$(REDOCLY) sh .ci/redocly

dashboard: ## check the queries of the dashboard for Grafana with Prometheus' own parser, against the metrics of a fake
	cd deploy/grafana/check && $(GO) vet . && $(GO) test -count 1 .

vulnerabilities: ## look for known vulnerabilities in the libraries, where their database can be reached
	@GOVULNCHECK=$(GOVULNCHECK) GO=$(GO) sh .ci/govulncheck

mutants: bin/understudy ## verify deliberately broken fakes: every one must fail the promise that it breaks
	@GOGC=400 bin/understudy mutants

build: ## build bin/understudy
	GOGC=400 $(GO) build -ldflags "-X main.version=$(VERSION)" -o bin/understudy ./cmd/understudy

bin/understudy: go.mod go.sum $(shell find cmd features fixtures server spec steps docs/?*)
	@$(MAKE) --no-print-directory build && touch $@

home: ## give the module a path that others can fetch: make home MODULE=git.example.com/acme/understudy [IMAGE=registry.example.com/acme/understudy]
	@$(GO) run ./cmd/home -image "$(IMAGE)" "$(MODULE)"

bin/goreleaser: Makefile
	GOBIN=$(CURDIR)/bin $(GO) install $(GORELEASER) && touch $@

bin/cyclonedx-gomod: Makefile
	GOBIN=$(CURDIR)/bin $(GO) install $(SBOM) && touch $@

bin/gojq: Makefile
	GOBIN=$(CURDIR)/bin $(GO) install $(GOJQ) && touch $@

release-tools: bin/goreleaser bin/cyclonedx-gomod bin/gojq

release-dry: release-tools ## build a release into dist/, and publish nothing: archives, deb, rpm, apk, SBOM, formula; minutes
	bin/goreleaser release --snapshot --clean

release: release-tools ## publish the release of the tag that is checked out: needs GITHUB_TOKEN
	.ci/release-notes "$$(git describe --tags --exact-match)" >bin/release-notes.md
	bin/goreleaser release --clean --release-notes bin/release-notes.md

publish: ## publish the image and the packages for npm and Python of the tag that is checked out: see .ci/publish
	tag=$$(git describe --tags --exact-match) && $(MAKE) --no-print-directory image npm python && .ci/publish "$$tag"

deb: bin/goreleaser ## build the deb of a release for this machine alone
	sed 's/goos: \[.*\]/goos: [linux]/; s/goarch: \[.*\]/goarch: [$(shell $(GO) env GOARCH)]/; s/formats: \[deb, rpm, apk\]/formats: [deb]/' .goreleaser.yaml | \
		bin/goreleaser release --snapshot --clean --skip=archive,sbom,homebrew --config -

release-test: deb ## install the deb, run it and remove it: as root, on Debian
	.ci/release-test

same-bytes: ## build a release twice from nothing, and compare the bytes: some ten minutes
	FROM_NOTHING=1 .ci/same-bytes release-dry

install-test: ## install understudy with the go command, from an image and from a deb, and print the times
	.ci/install-test

python: ## build a package of the Python module for pip into dist/python
	VERSION="$(VERSION)" .ci/python-package

deploy/npm/node_modules/.package-lock.json: deploy/npm/package-lock.json
	cd deploy/npm && npm ci --silent --ignore-scripts --no-audit --no-fund

npm: deploy/npm/node_modules/.package-lock.json ## build packages for npm into dist/npm, by default for every platform: make npm [PLATFORMS=linux-x64] [NPM_SCOPE=@acme]
	cd deploy/npm && rm -rf dist && npm run --silent build
	GO="$(GO)" VERSION="$(VERSION)" NPM_SCOPE="$(NPM_SCOPE)" node deploy/npm/pack.mjs $(PLATFORMS)

editors/vscode/node_modules/.package-lock.json: editors/vscode/package-lock.json
	cd editors/vscode && npm ci --silent --ignore-scripts --no-audit --no-fund

vscode: editors/vscode/node_modules/.package-lock.json ## build the extension for VS Code: dist/understudy.vsix
	mkdir -p dist && cp LICENSE editors/vscode/LICENSE
	cd editors/vscode && npm run --silent build && npm run --silent package -- ../../dist/understudy.vsix >/dev/null

image: ## write container images for amd64 and arm64 to dist/image, without a container engine
	rm -rf dist/image
	$(GO) run ./cmd/image -version "$(VERSION)" -created "$$(git log -1 --format=%ct)"

docs: ## regenerate the generated pages of the manual, the bounds that other pages show, and the costs by which shards are divided
	$(GO) test ./cmd/understudy -run 'TestTheDocs|TestTheClientPages|TestTheManualShowsTheBounds|TestTheCosts' -update

deploy-check: ## check the files for Kubernetes and Envoy against the types of their APIs
	cd deploy/kubernetes/check && $(GO) test ./...

editor: ## bundle the editor of the page of scenarios from its lockfile
	cd cmd/understudy/internal/workbench/editor && npm ci --silent --ignore-scripts --no-audit --no-fund && npm run --silent build

licenses: ## regenerate the list of the libraries in the program and their licenses
	$(GO) test ./cmd/understudy -run TestTheLicenses -update

fuzz: ## fuzz the whole handler, the molecules, the contract check and JUnit, FUZZTIME each
	$(GO) test ./server -run '^$$' -fuzz FuzzHandler -fuzztime $(FUZZTIME)
	$(GO) test ./server/resource -run '^$$' -fuzz FuzzMolecules -fuzztime $(FUZZTIME)
	$(GO) test ./spec/contract -run '^$$' -fuzz FuzzCheckNeverPanics -fuzztime $(FUZZTIME)
	$(GO) test ./steps/report/ci -run '^$$' -fuzz FuzzJUnitIsValid -fuzztime $(FUZZTIME)

bench: ## Go benchmarks, as benchstat reads them, and understudy against a bare net/http server: minutes
	$(GO) test -run '^$$' -bench . -benchmem -benchtime $(BENCHTIME) -count $(COUNT) ./features ./fixtures ./server/... ./spec/...
	$(GO) run ./cmd/bench

figures: ## measure the figures in docs/performance.md again and update it: minutes, on an idle machine
	$(GO) run ./cmd/bench -write docs/performance.md

ratio: ## a short form of the second half of bench: a minute
	$(GO) run ./cmd/bench -rounds 3 -for 1s -records 10000 -starts 5

variants: ## every variant, and the independent implementation with every switch, without the race detector: some ten minutes
	GOGC=400 $(GO) test -timeout 60m ./features ./steps

conditions: ## the independent implementation under adverse conditions, and 1,300 runs of a single scenario, in random order: minutes
	GOGC=400 $(GO) test -v -timeout 20m ./features ./steps -run 'AdverseConditions|StandsAlone'

soak: variants mutants fuzz same-bytes ## every figure in docs/performance.md with a command, more runs with the race detector, the pages in every width and scheme, 200 kills of a fake while it saves, the walks of CONTRIBUTING with each place left out, a client that ogen generates, a release built twice, and the mutants each alone and with three random choices
	$(race) -timeout 60m ./features ./steps
	$(plain) ./server/console ./server/editor ./steps/report/html
	GOGC=400 $(GO) test -timeout 60m -count 1 -v ./server/model -run TestTheFakeIsAsTheModel -rapid.checks=10000
	$(race) -count 1 -v ./server/model -run TestNoCrosstalk -soak 30s
	$(GO) test -count 1 -v ./server ./server/sandbox -run AThousandForks -bench Fork
	$(GO) run ./cmd/bench -soak 10m
	WALKS=1 GOGC=400 $(GO) test ./cmd/understudy/internal/walks -v -count 1 -timeout 30m
	OGEN=1 $(plain) -count 1 -v ./cmd/understudy/internal/outside -run Ogen
	RUNS=50 GOGC=400 $(GO) test -vet=off -count 1 -timeout 90m ./steps -run TestNoRunUnderStressFails -v
	KILLS=200 $(GO) test ./cmd/understudy -run TestAKilledFakeLeavesItsStateWhole -v -count 1
	@GOGC=400 bin/understudy mutants --alone
	@for seed in 1 2 3; do GOGC=400 $(GO) run ./cmd/understudy mutants --vary $$seed || exit 1; done
