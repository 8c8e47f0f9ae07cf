package main

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

type options struct {
	folder, version, authorities string
	created                      time.Time
	// build returns the program for Linux on an architecture.
	build func(ctx context.Context, version, architecture string) ([]byte, error)
}

// nobody is the user that the program runs as: one without a name or a home.
const nobody = "65532:65532"

// write builds the program for each architecture, and writes their images to a new
// folder. It returns the digest of the index.
func write(ctx context.Context, o options, architectures ...string) (v1.Hash, error) {
	if _, err := os.Stat(o.folder); err == nil {
		return v1.Hash{}, fmt.Errorf("%s exists: remove it, or choose another folder with -out", o.folder)
	}
	authorities, err := os.ReadFile(o.authorities)
	if err != nil {
		return v1.Hash{}, fmt.Errorf("%w: install the package ca-certificates, or name another file with -authorities", err)
	}
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, architecture := range architectures {
		program, err := o.build(ctx, o.version, architecture)
		if err != nil {
			return v1.Hash{}, err
		}
		image, err := o.imageOf(architecture, program, authorities)
		if err != nil {
			return v1.Hash{}, err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{
			Platform: &v1.Platform{OS: "linux", Architecture: architecture}}})
	}
	// The index is the only entry of the layout: tools that copy "the image" of a layout
	// reject one with several.
	only := mutate.AppendManifests(empty.Index, mutate.IndexAddendum{Add: index, Descriptor: v1.Descriptor{
		Annotations: map[string]string{"org.opencontainers.image.ref.name": o.version}}})
	if _, err := layout.Write(o.folder, only); err != nil {
		return v1.Hash{}, err
	}
	return index.Digest()
}

// build compiles the program for Linux on an architecture.
func build(ctx context.Context, version, architecture string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "understudy-image-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, "understudy")
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w -X main.version="+version, "-o", program, "./cmd/understudy")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+architecture)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build for %s: %w\n%s", architecture, err, out)
	}
	return os.ReadFile(program)
}

// imageOf makes an image of one layer. The same input makes the same bytes.
func (o options) imageOf(architecture string, program, authorities []byte) (v1.Image, error) {
	files, err := o.tarOf(program, authorities)
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(files)), nil },
		tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	image, err := mutate.Append(mutate.MediaType(empty.Image, types.OCIManifestSchema1), mutate.Addendum{Layer: layer, MediaType: types.OCILayer,
		History: v1.History{Created: v1.Time{Time: o.created}, CreatedBy: "understudy " + o.version}})
	if err != nil {
		return nil, err
	}
	return mutate.ConfigFile(mutate.ConfigMediaType(image, types.OCIConfigJSON), o.configOf(architecture, image))
}

func (o options) configOf(architecture string, image v1.Image) *v1.ConfigFile {
	config := &v1.ConfigFile{Architecture: architecture, OS: "linux", Created: v1.Time{Time: o.created}, Config: v1.Config{
		User:         nobody,
		Entrypoint:   []string{"/understudy"},
		Cmd:          []string{"serve", "--addr", "0.0.0.0:8080"},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}},
		Healthcheck:  &v1.HealthConfig{Test: []string{"CMD", "/understudy", "healthcheck"}, Interval: 10 * time.Second, Timeout: 6 * time.Second, Retries: 3},
		Labels: map[string]string{
			"org.opencontainers.image.title":       "understudy",
			"org.opencontainers.image.description": "A local fake of one HTTP API, and a conformance suite for its deployments",
			"org.opencontainers.image.version":     o.version,
			"org.opencontainers.image.licenses":    "Apache-2.0",
		},
	}}
	if made, err := image.ConfigFile(); err == nil {
		config.RootFS, config.History = made.RootFS, made.History
	}
	return config
}

// tarOf returns the files of an image. The root file system may be read-only: the
// program writes to folders that are mounted for it, and to /tmp.
func (o options) tarOf(program, authorities []byte) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	var errs []error
	for _, f := range []struct {
		name string
		mode int64
		text []byte
	}{
		{"etc/", 0o755, nil},
		{"etc/ssl/", 0o755, nil},
		{"etc/ssl/certs/", 0o755, nil},
		{"etc/ssl/certs/ca-certificates.crt", 0o644, authorities},
		{"tmp/", 0o1777, nil},
		{"understudy", 0o755, program},
	} {
		header := &tar.Header{Name: f.name, Mode: f.mode, Size: int64(len(f.text)), ModTime: o.created, Typeflag: tar.TypeReg}
		if f.text == nil {
			header.Typeflag = tar.TypeDir
		}
		errs = append(errs, w.WriteHeader(header))
		_, err := w.Write(f.text)
		errs = append(errs, err)
	}
	return b.Bytes(), errors.Join(append(errs, w.Close())...)
}
