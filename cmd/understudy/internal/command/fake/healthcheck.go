package fake

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/serving"
)

// healthTimeout bounds how long a health check waits for a response.
const healthTimeout = 5 * time.Second

func Healthcheck() *cobra.Command {
	return &cobra.Command{
		Use:   "healthcheck [URL]",
		Short: "Check that a fake is up (default http://" + serving.DefaultAddr + ")",
		Long: `healthcheck asks URL/_understudy/healthz, for 5 seconds at most. Without a URL it asks where
UNDERSTUDY_SERVE_ADDR says that serve listens, or else http://` + serving.DefaultAddr + `.
It exits 0 where the fake is up and 1 where it is not, and prints a line about it.`,
		Args: command.OneAtMost("URL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			base := "http://" + servedAt()
			if len(args) == 1 {
				base = args[0]
			}
			u, err := url.Parse(base)
			if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
				return fmt.Errorf("%.100q is not an absolute http or https URL: write one like http://%s", base, serving.DefaultAddr)
			}
			shown := strings.TrimRight(u.Redacted(), "/")
			if err := checkHealth(cmd.Context(), u.JoinPath("_understudy", "healthz").String()); err != nil {
				fmt.Fprintf(cmd.OutOrStdout(), "%s is not up: %v%s\n", shown, err, healthAdvice(u, err))
				return command.ExitCode(1)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s is up\n", shown)
			return nil
		},
	}
}

// healthAdvice says what to do where no fake is up.
func healthAdvice(u *url.URL, err error) string {
	base, _, isControl := strings.Cut(u.Path, "/_understudy")
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return ": start the fake with understudy serve, or correct the port"
	case isControl:
		return fmt.Sprintf(": give the base URL, %s://%s%s", u.Scheme, u.Host, base)
	}
	return ""
}

// servedAt is the address at which serve listens on this machine, by its environment variable.
func servedAt() string {
	host, port, err := net.SplitHostPort(os.Getenv("UNDERSTUDY_SERVE_ADDR"))
	if err != nil {
		return serving.DefaultAddr
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1" // it listens on all addresses
	}
	return net.JoinHostPort(host, port)
}

func checkHealth(ctx context.Context, u string) error {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return command.WithoutURL(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("it responds with HTTP %d", resp.StatusCode)
	}
	var body struct{ Status string }
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<10)).Decode(&body); err != nil || body.Status != "ok" {
		return fmt.Errorf("another program responds there")
	}
	return nil
}
