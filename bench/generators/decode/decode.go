// Decodes recorded answers with the generated types and encodes them again: "kind JSON" a line in, JSON or "!error" out.

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	api "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func again(kind, text string) (string, error) {
	var value interface{}
	switch kind {
	case "created":
		value = &api.__created__{}
	case "answer":
		value = &api.__answer__{}
	case "view":
		value = &api.__view__{}
	default:
		value = &api.__event__{}
	}
	if err := json.Unmarshal([]byte(text), value); err != nil {
		return "", err
	}
	encoded, err := json.Marshal(value)
	return string(encoded), err
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		kind, text, _ := strings.Cut(lines.Text(), " ")
		encoded, err := again(kind, text)
		if err != nil {
			encoded = "!" + strings.ReplaceAll(err.Error(), "\n", " ")
		}
		fmt.Println(encoded)
	}
}
