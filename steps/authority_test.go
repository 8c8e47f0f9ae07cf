package steps_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"understudy/steps/target"
)

// authority is a certificate authority that no system trusts.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) authority {
	t.Helper()
	a := authority{cert: &x509.Certificate{Subject: pkix.Name{CommonName: "private authority"}, IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}}
	var der []byte
	a.key, der = a.sign(t, a.cert)
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	a.cert = cert
	return a
}

// sign makes a key and the certificate for it. The first certificate, the authority's
// own, is self-signed.
func (a authority) sign(t *testing.T, c *x509.Certificate) (*ecdsa.PrivateKey, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c.SerialNumber, c.NotBefore, c.NotAfter = big.NewInt(time.Now().UnixNano()), time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	parent, signer := a.cert, a.key
	if signer == nil {
		parent, signer = c, key
	}
	der, err := x509.CreateCertificate(rand.Reader, c, parent, &key.PublicKey, signer)
	if err != nil {
		t.Fatal(err)
	}
	return key, der
}

// server is the TLS configuration of a server on 127.0.0.1 that requires a client
// certificate from the same authority.
func (a authority) server(t *testing.T) *tls.Config {
	t.Helper()
	key, der := a.sign(t, &x509.Certificate{IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}})
	clients := x509.NewCertPool()
	clients.AddCert(a.cert)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}},
		ClientCAs: clients, ClientAuth: tls.RequireAndVerifyClientCert}
}

// client is what a target file says for a client of such a server.
func (a authority) client(t *testing.T) target.TLS {
	t.Helper()
	key, der := a.sign(t, &x509.Certificate{Subject: pkix.Name{CommonName: "understudy"}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}})
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	write := func(name, kind string, der []byte) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return target.TLS{CAFile: write("ca.pem", "CERTIFICATE", a.cert.Raw), ClientCert: write("client.pem", "CERTIFICATE", der),
		ClientKey: write("client-key.pem", "PRIVATE KEY", secret)}
}
