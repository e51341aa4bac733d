// Prints the events of a public game as they happen: go run ./stream http://localhost:8000 g_...
// A generated client has no server-sent events: this reads them with the standard library, and the types of the client.

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	faceoff "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	address, last, pause := os.Args[1]+"/v1/games/"+os.Args[2]+"/stream", "0", time.Second
	for {
		request, err := http.NewRequest("GET", address, nil)
		if err != nil {
			log.Fatalln(err)
		}
		request.Header.Set("Accept", "text/event-stream")
		request.Header.Set("Last-Event-ID", last) // go on after what has been read: nothing is missed, nothing comes twice
		response, err := http.DefaultClient.Do(request)
		if err == nil && response.StatusCode == http.StatusNoContent {
			return // the game is over, and all of its events have come
		}
		if err == nil && response.StatusCode == http.StatusOK {
			if read := follow(response, last); read != last {
				last, pause = read, time.Second
			}
		}
		time.Sleep(pause) // the stream has ended or could not be opened: again, less and less often
		if pause *= 2; pause > 30*time.Second {
			pause = 30 * time.Second
		}
	}
}

// follow prints what a stream brings, to its end, and says the id of the last message.
func follow(response *http.Response, last string) string {
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	id := last
	for lines.Scan() {
		line := strings.TrimRight(lines.Text(), "\r")
		if strings.HasPrefix(line, "id: ") {
			id = line[len("id: "):]
		}
		var update faceoff.GameUpdate
		if strings.HasPrefix(line, "data: ") && json.Unmarshal([]byte(line[len("data: "):]), &update) == nil {
			for _, event := range update.Events {
				fmt.Println(event.Text)
			}
			last = id
		}
	}
	return last
}
