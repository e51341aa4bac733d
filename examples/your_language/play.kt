// Plays one game of every variant against a computer, with nothing but the generated client.

import java.time.Duration
import okhttp3.OkHttpClient
import org.openapitools.client.apis.GamesApi
import org.openapitools.client.apis.VariantsApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.models.CreateGameRequest
import org.openapitools.client.models.Game
import org.openapitools.client.models.Move
import org.openapitools.client.models.MoveRequest
import org.openapitools.client.models.SeatRequest

const val WAIT = "wait=20" // hold the answer until it is my turn again, for at most 20 seconds

fun main(arguments: Array<String>) {
    val address = arguments[0]
    // OkHttp gives up after 10 seconds by itself: longer than the wait is needed
    val http = OkHttpClient.Builder().readTimeout(Duration.ofSeconds(60)).build()
    for (variant in VariantsApi(address, http).listVariants().variants) {
        val game = play(GamesApi(address, http), variant.key)
        println("${variant.key} ${game.status} ${game.score} ${game.result?.reason}")
    }
}

fun play(games: GamesApi, variant: String): Game {
    val seats = listOf(SeatRequest(kind = "person", name = "Ida"), SeatRequest(kind = "ai", level = 1))
    ApiClient.accessToken = null
    var game = games.createGame(CreateGameRequest(variant = variant, seats = seats, paceMs = 0), prefer = WAIT)
    ApiClient.accessToken = game.tokens?.get("0")

    var seen = game.version
    while (game.status == "active") {
        val move = chosen(game)
        if (move != null) {
            game = games.playMove(game.id, MoveRequest(ply = game.ply, move = move), prefer = WAIT)
        } else {
            seen = listen(games, game.id, seen, WAIT)
            game = games.getGame(game.id)
        }
    }
    listen(games, game.id, seen, "")
    return game
}

/** A legal move, or null if it is not my turn. Some decisions have too many moves to list: they have an example. */
fun chosen(game: Game): Move? = game.choice?.example ?: game.legalMoves.shuffled().firstOrNull()?.move

/** The long poll: waits for events after a version, prints them, and says which version it has come to. */
fun listen(games: GamesApi, id: String, seen: Int, prefer: String): Int {
    val page = games.listEvents(id, after = seen.toString(), prefer = prefer)
    for (event in page.events) {
        println(if (event.type == "scores") "Goal! ${event.text}" else event.text) // an unknown type has a text too
    }
    if (page.events.isEmpty() && prefer.isNotEmpty()) Thread.sleep(1000) // the service does not hold requests
    return page.version
}
