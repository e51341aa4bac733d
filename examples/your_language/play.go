// Plays one game of every variant against a computer, with nothing but the generated client: go run . http://localhost:8000

package main

import (
	"context"
	"fmt"
	"log"
	"math/rand"
	"os"
	"strconv"
	"time"

	faceoff "github.com/GIT_USER_ID/GIT_REPO_ID"
)

const wait = "wait=20" // hold the answer until it is my turn again, for at most 20 seconds

func main() {
	settings := faceoff.NewConfiguration()
	settings.Servers = faceoff.ServerConfigurations{{URL: os.Args[1]}}
	client := faceoff.NewAPIClient(settings)
	known, _, err := client.VariantsAPI.ListVariants(context.Background()).Execute()
	check(err)
	for _, variant := range known.Variants {
		game := play(client, variant.Key)
		fmt.Println(variant.Key, game.Status, game.Score, game.Result.Get().Reason)
	}
}

func play(client *faceoff.APIClient, variant string) *faceoff.Game {
	me, computer := faceoff.NewSeatRequest("person"), faceoff.NewSeatRequest("ai")
	me.SetName("Ida")
	computer.SetLevel(1)
	request := faceoff.NewCreateGameRequest(variant)
	request.SetSeats([]faceoff.SeatRequest{*me, *computer})
	request.SetPaceMs(0)
	game, _, err := client.GamesAPI.CreateGame(context.Background()).CreateGameRequest(*request).Prefer(wait).Execute()
	check(err)

	mine := context.WithValue(context.Background(), faceoff.ContextAccessToken, game.GetTokens()["0"])
	seen := game.Version
	for game.Status == "active" {
		if move := chosen(game); move != nil {
			answer := *faceoff.NewMoveRequest(game.Ply, *move)
			game, _, err = client.GamesAPI.PlayMove(mine, game.Id).MoveRequest(answer).Prefer(wait).Execute()
			check(err)
		} else {
			seen = listen(client, mine, game.Id, seen, wait)
			game, _, err = client.GamesAPI.GetGame(mine, game.Id).Execute()
			check(err)
		}
	}
	listen(client, mine, game.Id, seen, "")
	return game
}

// chosen is a legal move, or nil if it is not my turn. Some decisions have too many moves to list: they have an example.
func chosen(game *faceoff.Game) *faceoff.Move {
	if choice := game.Choice.Get(); choice != nil {
		return &choice.Example
	}
	if len(game.LegalMoves) == 0 {
		return nil
	}
	return &game.LegalMoves[rand.Intn(len(game.LegalMoves))].Move
}

// listen is the long poll: it waits for events after a version, prints them, and says which version it has come to.
func listen(client *faceoff.APIClient, mine context.Context, id string, seen int32, prefer string) int32 {
	page, _, err := client.GamesAPI.ListEvents(mine, id).After(strconv.Itoa(int(seen))).Prefer(prefer).Execute()
	check(err)
	for _, event := range page.Events {
		switch event.Type {
		case "scores":
			fmt.Println("Goal!", event.Text)
		default: // also a type that this program does not know: every event has a text
			fmt.Println(event.Text)
		}
	}
	if len(page.Events) == 0 && prefer != "" {
		time.Sleep(time.Second) // the service is full, or does not hold requests: do not ask at once
	}
	return page.Version
}

func check(err error) {
	if problem, ok := err.(*faceoff.GenericOpenAPIError); ok {
		log.Fatalln(err, string(problem.Body())) // a Problem, with its code and detail
	}
	if err != nil {
		log.Fatalln(err)
	}
}
