package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"reflect"
	"strconv"

	"github.com/sourcegraph/jsonrpc2"
)

// maxMessage limits the size of a message, in bytes.
const maxMessage = 64 << 20

// stream reads the messages of an editor. One that is no request and no response gets an
// error, and the next one is read: the library would end the connection.
type stream struct {
	jsonrpc2.ObjectStream
	in *bufio.Reader
}

func newStream(in io.Reader, out io.Writer) stream {
	connection := duplex{in, out}
	return stream{jsonrpc2.NewBufferedStream(connection, jsonrpc2.VSCodeObjectCodec{}), bufio.NewReader(in)}
}

// ReadObject reads the next message.
func (s stream) ReadObject(v any) error {
	for {
		text, err := s.next()
		if err != nil {
			return err
		}
		reflect.ValueOf(v).Elem().SetZero()
		if err = json.Unmarshal(text, v); err == nil {
			return nil
		}
		if err := s.WriteObject(rejection(text, err)); err != nil {
			return err
		}
	}
}

// next reads the text of the next message.
func (s stream) next() ([]byte, error) {
	header, err := textproto.NewReader(s.in).ReadMIMEHeader()
	if err != nil {
		return nil, err
	}
	length, err := strconv.ParseUint(header.Get("Content-Length"), 10, 32)
	switch {
	case err != nil:
		return nil, errors.New("a message without a Content-Length")
	case length > maxMessage:
		return nil, fmt.Errorf("a message of %d bytes", length)
	}
	text := make([]byte, length)
	_, err = io.ReadFull(s.in, text)
	return text, err
}

// rejection is the response to a text that is no message.
func rejection(text []byte, why error) any {
	var m struct {
		ID json.RawMessage `json:"id"`
	}
	code, says := int64(jsonrpc2.CodeInvalidRequest), "this is neither a request nor a response"
	if !json.Valid(text) {
		code, says = jsonrpc2.CodeParseError, why.Error()
	} else if json.Unmarshal(text, &m) != nil {
		m.ID = nil // a batch, which the protocol does not have
	}
	if m.ID == nil {
		m.ID = json.RawMessage("null")
	}
	return map[string]any{"jsonrpc": "2.0", "id": m.ID, "error": map[string]any{"code": code, "message": says}}
}
