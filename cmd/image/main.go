// Command image writes container images of understudy as an OCI layout, without a
// container engine: an image for linux/amd64 and one for linux/arm64 behind one index.
//
// An image holds the program, certificates of public authorities, and nothing else:
// no shell, and a user without rights. Start reading at write, then imageOf.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

func main() {
	o := options{build: build}
	seconds := flag.Int64("created", 0, "time of the commit in `SECONDS` since 1970, which is the time of the images")
	flag.StringVar(&o.folder, "out", "dist/image", "`FOLDER` to write the layout to, which must not exist")
	flag.StringVar(&o.version, "version", "devel", "`VERSION` of the program")
	flag.StringVar(&o.authorities, "authorities", "/etc/ssl/certs/ca-certificates.crt", "`FILE` with the certificates of the authorities that verify trusts")
	flag.Parse()
	o.created = time.Unix(*seconds, 0).UTC()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	digest, err := write(ctx, o, "amd64", "arm64")
	if err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
	fmt.Printf("%s holds %s\nnext: skopeo copy --all oci:%s docker://REGISTRY/NAME:%s, or podman pull oci:%[1]s\n", o.folder, digest, o.folder, o.version)
}
