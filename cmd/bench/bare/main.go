// Command bare is what the benchmark measures understudy against: the least that
// net/http can do. It responds to every GET with the bytes of one file and every POST
// with those of another, having read and decoded the segment that was sent. It checks
// no token, stores nothing and has no routes.
//
// Only the command bench builds and starts it.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
)

// segment is what a POST sends.
type segment struct {
	Name      string `json:"name"`
	DatasetID int64  `json:"dataset_id"`
	Molecules []any  `json:"molecules"`
}

func main() {
	get := flag.String("get", "", "`FILE` with the body of the response to every GET")
	post := flag.String("post", "", "`FILE` with the body of the response to every POST")
	flag.Parse()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	page, created := read(*get), read(*post)
	fmt.Printf("  base URL         http://%s\n", l.Addr())
	log.Fatal(http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			respond(w, http.StatusOK, page)
			return
		}
		var s segment
		body, err := io.ReadAll(r.Body)
		if err == nil {
			err = json.Unmarshal(body, &s)
		}
		if err != nil || s.Name == "" {
			http.Error(w, "not a segment", http.StatusBadRequest)
			return
		}
		respond(w, http.StatusCreated, created)
	})))
}

func read(file string) []byte {
	text, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	return text
}

func respond(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	w.Write(body)
}
