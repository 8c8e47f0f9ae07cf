package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

func some(folder string) options {
	return options{folder: folder, version: "v1.2.3", created: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), build: build}
}

// authoritiesOf writes a file in place of the certificates of the machine, which it may lack.
func authoritiesOf(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "authorities.crt")
	if err := os.WriteFile(file, []byte("-----BEGIN CERTIFICATE-----\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestTheSameInputMakesTheSameImage(t *testing.T) {
	digestOf := func(program string) v1.Hash {
		image, err := some("").imageOf("arm64", []byte(program), []byte("authorities"))
		if err != nil {
			t.Fatal(err)
		}
		digest, err := image.Digest()
		if err != nil {
			t.Fatal(err)
		}
		return digest
	}
	if one, again, other := digestOf("program"), digestOf("program"), digestOf("another program"); one != again || one == other {
		t.Errorf("the images are %s, %s, and of another program %s", one, again, other)
	}
}

func TestAFolderThatExistsAndAMissingFileAreReported(t *testing.T) {
	o := some(t.TempDir())
	if _, err := write(t.Context(), o); err == nil || !strings.Contains(err.Error(), "choose another folder") {
		t.Errorf("got %v", err)
	}
	o = some(filepath.Join(t.TempDir(), "image"))
	o.authorities = filepath.Join(t.TempDir(), "none")
	if _, err := write(t.Context(), o); err == nil || !strings.Contains(err.Error(), "install the package ca-certificates") {
		t.Errorf("got %v", err)
	}
}

// TestAnImageServes builds an image for this machine, checks it against the
// specification of images, and runs what it holds as its configuration says: with its
// own root folder where the test may change that, and without rights.
func TestAnImageServes(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the images are for Linux")
	}
	t.Chdir("../..") // where the program is built from
	o := some(filepath.Join(t.TempDir(), "image"))
	o.authorities = authoritiesOf(t)
	if _, err := write(t.Context(), o, runtime.GOARCH); err != nil {
		t.Fatal(err)
	}
	image := imageIn(t, o.folder)
	config, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	if c := config.Config; c.User != nobody || config.Architecture != runtime.GOARCH || c.Labels["org.opencontainers.image.version"] != "v1.2.3" {
		t.Errorf("the configuration is %+v for %s", c, config.Architecture)
	}

	root, began := t.TempDir(), time.Now()
	unpack(t, image, root)
	if got := runIn(t, root, config.Config.Entrypoint[0], "version"); !strings.HasPrefix(got, "understudy v1.2.3\n") {
		t.Errorf("version printed %s", got)
	}
	base := served(t, root, config.Config)
	if got := runIn(t, root, append(config.Config.Healthcheck.Test[1:], base)...); !strings.Contains(got, "is up") {
		t.Errorf("the health check printed %s", got)
	}
	t.Logf("from the image to a first response: %.1f s", time.Since(began).Seconds())
}

func TestAnImageForEachArchitecture(t *testing.T) {
	o := some(filepath.Join(t.TempDir(), "image"))
	o.authorities = authoritiesOf(t)
	o.build = func(_ context.Context, _, architecture string) ([]byte, error) {
		return []byte("for " + architecture), nil
	}
	if _, err := write(t.Context(), o, "amd64", "arm64"); err != nil {
		t.Fatal(err)
	}
	index := indexIn(t, o.folder)
	manifest, err := index.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	for i, architecture := range []string{"amd64", "arm64"} {
		m := manifest.Manifests[i]
		image, err := index.Image(m.Digest)
		if err != nil {
			t.Fatal(err)
		}
		config, err := image.ConfigFile()
		if err != nil {
			t.Fatal(err)
		}
		root := t.TempDir()
		unpack(t, image, root)
		program, err := os.ReadFile(filepath.Join(root, "understudy"))
		if err != nil || string(program) != "for "+architecture || m.Platform.OS != "linux" || m.Platform.Architecture != architecture || config.Architecture != architecture {
			t.Errorf("image %d is for %s and %s, its program is %q, %v", i, m.Platform, config.Architecture, program, err)
		}
	}
	if len(manifest.Manifests) != 2 {
		t.Errorf("%d images", len(manifest.Manifests))
	}
}

// imageIn returns the only image in the only index of a layout.
func imageIn(t *testing.T, folder string) v1.Image {
	t.Helper()
	index := indexIn(t, folder)
	image, err := index.Image(onlyEntry(t, index))
	if err != nil {
		t.Fatal(err)
	}
	return image
}

// indexIn returns the only index of a layout.
func indexIn(t *testing.T, folder string) v1.ImageIndex {
	t.Helper()
	index, err := layout.ImageIndexFromPath(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(index); err != nil {
		t.Fatalf("the layout is invalid: %v", err)
	}
	index, err = index.ImageIndex(onlyEntry(t, index))
	if err != nil {
		t.Fatal(err)
	}
	return index
}

func onlyEntry(t *testing.T, index v1.ImageIndex) v1.Hash {
	t.Helper()
	manifest, err := index.IndexManifest()
	if err != nil || len(manifest.Manifests) != 1 {
		t.Fatalf("the index holds %v, %v", manifest, err)
	}
	return manifest.Manifests[0].Digest
}

func unpack(t *testing.T, image v1.Image, root string) {
	t.Helper()
	layers, err := image.Layers()
	if err != nil || len(layers) != 1 {
		t.Fatalf("%d layers, %v", len(layers), err)
	}
	files, err := layers[0].Uncompressed()
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	for r := tar.NewReader(files); ; {
		f, err := r.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(root, f.Name)
		if f.Typeflag == tar.TypeDir {
			err = os.MkdirAll(path, 0o755)
		} else {
			var text []byte
			if text, err = io.ReadAll(r); err == nil {
				err = os.WriteFile(path, text, f.FileInfo().Mode().Perm())
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// command runs a program of an image. Only the superuser may give it the image's root
// folder and another user.
func command(ctx context.Context, root string, args ...string) *exec.Cmd {
	if os.Geteuid() != 0 {
		cmd := exec.CommandContext(ctx, filepath.Join(root, args[0]), args[1:]...)
		cmd.Env = []string{}
		return cmd
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir, cmd.Env = "/", []string{}
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: 65532, Gid: 65532}}
	return cmd
}

func runIn(t *testing.T, root string, args ...string) string {
	t.Helper()
	out, err := command(t.Context(), root, args...).CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}

// served starts what an image starts, at a free port, and returns its base URL.
func served(t *testing.T, root string, config v1.Config) string {
	t.Helper()
	if os.Geteuid() == 0 { // the folders above that of the test are the superuser's alone
		for folder := root; folder != os.TempDir() && folder != "/"; folder = filepath.Dir(folder) {
			if err := os.Chmod(folder, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	args := append(append([]string{}, config.Entrypoint...), config.Cmd...)
	for i, a := range args {
		args[i] = strings.Replace(a, "0.0.0.0:8080", "127.0.0.1:0", 1)
	}
	ctx, stop := context.WithCancel(context.Background())
	cmd := command(ctx, root, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = cmd.Wait() // it was killed
	})
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if label, base, ok := strings.Cut(strings.TrimSpace(lines.Text()), "base URL"); ok && label == "" {
			return strings.TrimSpace(base)
		}
	}
	t.Fatalf("it printed no base URL: %s", &stderr)
	return ""
}
