// Plays one game of every variant against a computer, with nothing but the generated client: node play.js http://localhost:8000

import { Configuration, GamesApi, ResponseError, VariantsApi, type Game, type Move } from "./index";

const basePath = process.argv[2];
const prefer = "wait=20"; // hold the answer until it is my turn again, for at most 20 seconds

async function play(variant: string): Promise<Game> {
  const seats = [{ kind: "person", name: "Ida" }, { kind: "ai", level: 1 }];
  const anyone = new GamesApi(new Configuration({ basePath }));
  let game = await anyone.createGame({ createGameRequest: { variant, seats, paceMs: 0 }, prefer });

  const accessToken = game.tokens!["0"]!;
  const games = new GamesApi(new Configuration({ basePath, accessToken }));
  let seen = game.version;
  while (game.status === "active") {
    const move = chosen(game);
    if (move) {
      game = (await games.playMove({ gameId: game.id, moveRequest: { ply: game.ply, move }, prefer })) ?? game;
    } else {
      seen = await listen(games, game.id, seen, prefer);
      game = await games.getGame({ gameId: game.id });
    }
  }
  await listen(games, game.id, seen, "");
  return game;
}

/** A legal move, or nothing if it is not my turn. Some decisions have too many moves to list: they have an example. */
function chosen({ choice, legalMoves }: Game): Move | undefined {
  return choice?.example ?? legalMoves[Math.floor(Math.random() * legalMoves.length)]?.move;
}

/** The long poll: wait for events after a version, print them, and say which version it has come to. */
async function listen(games: GamesApi, gameId: string, seen: number, prefer: string): Promise<number> {
  const page = await games.listEvents({ gameId, after: String(seen), prefer });
  for (const event of page.events) console.log(event.type === "scores" ? `Goal! ${event.text}` : event.text);
  if (!page.events.length && prefer) await new Promise((resume) => setTimeout(resume, 1000)); // the service does not hold requests
  return page.version;
}

async function main(): Promise<void> {
  const { variants } = await new VariantsApi(new Configuration({ basePath })).listVariants();
  for (const { key } of variants) {
    const game = await play(key);
    console.log(key, game.status, game.score, game.result?.reason);
  }
}

main().catch(async (error) => {
  console.error(error instanceof ResponseError ? await error.response.text() : error); // a Problem, with its code and detail
  process.exit(1);
});
