// A receiver of webhooks in one file of plain Go: it verifies, deduplicates by id and orders by sequence.
//
//	WEBHOOK_SECRET=whsec_… PORT=3000 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Maximum difference between a delivery's time and now; an older one may be a recorded copy. Every retry has a new time.
const tolerance = 5 * time.Minute

// Maximum size of a body, because anybody can send one; events are smaller.
const limitBytes = 1 << 20

// Time-out for a whole request, head and body, against slow senders. The service waits just as long for an answer.
const requestTimeout = 15 * time.Second

// Formats of the headers: only digits; ParseInt would also accept a sign and leading zeros.
var (
	wholeSeconds  = regexp.MustCompile(`^[0-9]{1,15}$`)
	wholeSequence = regexp.MustCompile(`^[1-9][0-9]{0,14}$`)
)

// keysOf returns the keys of secrets. It rejects empty or short ones, with which anybody could sign.
func keysOf(secrets []string) ([][]byte, error) {
	if len(secrets) == 0 {
		return nil, errors.New("WEBHOOK_SECRET is not set")
	}
	var keys [][]byte
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) < 24 {
			return nil, errors.New("WEBHOOK_SECRET must be whsec_ and at least 24 bytes in base64, as it was shown to you")
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// isGenuine returns whether a delivery was signed with one of your secrets, over exactly these bytes, within the last minutes.
func isGenuine(body []byte, header http.Header, keys [][]byte, now time.Time) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil || !wholeSeconds.MatchString(timestamp) || now.Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	for _, key := range keys {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + timestamp + "."))
		mac.Write(body)
		expected := mac.Sum(nil)
		for _, one := range strings.Fields(header.Get("webhook-signature")) {
			given, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(one, "v1,"))
			if strings.HasPrefix(one, "v1,") && err == nil && hmac.Equal(given, expected) {
				return true
			}
		}
	}
	return false
}

type event struct {
	Data struct {
		ID     string `json:"id"`
		Status string `json:"status"`
	} `json:"data"`
}

type verification struct {
	Status   string `json:"status"`
	Sequence int64  `json:"sequence"`
}

// inbox stands in for two tables of your database; the steps of take belong in one transaction.
type inbox struct {
	mutex sync.Mutex
	// Keep ids for at least 40 days; later repeats are rejected by their sequence.
	taken map[string]bool
	// Keep the sequence with the execution forever.
	verifications map[string]verification
}

// take stores an event. Events may be repeated or arrive out of order; the highest sequence wins.
func (in *inbox) take(id string, sequence int64, news event) {
	in.mutex.Lock()
	defer in.mutex.Unlock()
	if in.taken[id] {
		return
	}
	in.taken[id] = true
	if in.verifications[news.Data.ID].Sequence < sequence {
		in.verifications[news.Data.ID] = verification{news.Data.Status, sequence}
	}
}

// receive handles a delivery and returns the status to answer; the service retries after anything but 2xx.
func receive(response http.ResponseWriter, request *http.Request, keys [][]byte, in *inbox) int {
	if request.ContentLength > limitBytes {
		return http.StatusRequestEntityTooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, limitBytes))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return http.StatusRequestEntityTooLarge
	}
	if err != nil { // Cut off, so nobody receives the answer.
		return http.StatusBadRequest
	}
	if !isGenuine(body, request.Header, keys, time.Now()) {
		return http.StatusUnauthorized
	}
	// Without the sequence, events cannot be ordered. An intermediary has removed it: failures are better than an outdated state.
	sequenceText := request.Header.Get("webhook-sequence")
	sequence, err := strconv.ParseInt(sequenceText, 10, 64)
	if err != nil || !wholeSequence.MatchString(sequenceText) {
		return http.StatusBadRequest
	}
	var news event
	if json.Unmarshal(body, &news) != nil {
		return http.StatusBadRequest
	}
	in.take(request.Header.Get("webhook-id"), sequence, news)
	return http.StatusNoContent
}

func main() {
	keys, err := keysOf(strings.Fields(os.Getenv("WEBHOOK_SECRET")))
	if err != nil {
		log.Fatal(err)
	}
	in := &inbox{taken: map[string]bool{}, verifications: map[string]verification{}}
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		if request.Method != http.MethodPost {
			// Shows the state for trials. It requires no login, so never expose it to others.
			if request.Method != http.MethodGet || os.Getenv("SHOW_VERIFICATIONS") != "true" {
				response.Header().Set("allow", "POST")
				response.WriteHeader(http.StatusMethodNotAllowed)
				return
			}
			in.mutex.Lock()
			defer in.mutex.Unlock()
			_ = json.NewEncoder(response).Encode(in.verifications)
			return
		}
		response.WriteHeader(receive(response, request, keys, in))
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	server := &http.Server{
		Addr:         "127.0.0.1:" + port,
		ReadTimeout:  requestTimeout, // head and body
		WriteTimeout: 2 * requestTimeout,
		IdleTimeout:  requestTimeout,
	}
	log.Fatal(server.ListenAndServe())
}
