// Plays one game of every variant against a computer, with nothing but the generated client: main.swift of a package.

import Foundation
import OpenAPIClient

let address = CommandLine.arguments[1]
let wait = "wait=20"  // hold the answer until it is my turn again, for at most 20 seconds

func play(_ variant: String) async throws -> Game {
    let seats = [SeatRequest(kind: "person", name: "Ida"), SeatRequest(kind: "ai", level: 1)]
    let request = CreateGameRequest(variant: variant, seats: seats, paceMs: 0)
    let anyone = OpenAPIClientAPIConfiguration(basePath: address)
    var game = try await GamesAPI.createGame(createGameRequest: request, prefer: wait, apiConfiguration: anyone)

    let headers = ["Authorization": "Bearer \(game.tokens?["0"] ?? "")"]
    let mine = OpenAPIClientAPIConfiguration(basePath: address, customHeaders: headers)
    var seen = game.version
    while game.status == "active" {
        if let move = chosen(game) {
            let answer = MoveRequest(ply: game.ply, move: move)
            let played: Game? = try await GamesAPI.playMove(
                gameId: game.id, moveRequest: answer, prefer: wait, apiConfiguration: mine)
            game = played ?? game
        } else {
            seen = try await listen(game.id, after: seen, prefer: wait, mine)
            game = try await GamesAPI.getGame(gameId: game.id, apiConfiguration: mine)
        }
    }
    _ = try await listen(game.id, after: seen, prefer: "", mine)
    return game
}

/// A legal move, or nil if it is not my turn. Some decisions have too many moves to list: they have an example.
func chosen(_ game: Game) -> Move? {
    game.choice?.example ?? game.legalMoves.randomElement()?.move
}

/// The long poll: waits for events after a version, prints them, and says which version it has come to.
func listen(_ id: String, after seen: Int, prefer: String, _ mine: OpenAPIClientAPIConfiguration) async throws -> Int {
    let page = try await GamesAPI.listEvents(gameId: id, after: String(seen), prefer: prefer, apiConfiguration: mine)
    for event in page.events {
        print(event.type == "scores" ? "Goal! \(event.text)" : event.text)  // an unknown type has a text too
    }
    if page.events.isEmpty && !prefer.isEmpty {
        try await Task.sleep(nanoseconds: 1_000_000_000)  // the service does not hold requests
    }
    return page.version
}

let known = try await VariantsAPI.listVariants(apiConfiguration: OpenAPIClientAPIConfiguration(basePath: address))
for variant in known.variants {
    let game = try await play(variant.key)
    print(variant.key, game.status, game.score, game.result?.reason ?? "")
}
