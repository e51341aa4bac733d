// Plays one game of every variant against a computer, with nothing but the generated client.

using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Org.OpenAPITools.Api;
using Org.OpenAPITools.Client;
using Org.OpenAPITools.Extensions;
using Org.OpenAPITools.Model;

const string wait = "wait=20"; // hold the answer until it is my turn again, for at most 20 seconds
var address = new Uri(args[0]);

// A host has one token: each game has its own, as each seat of a game has.
IServiceProvider Services(string token)
{
    var builder = Host.CreateApplicationBuilder();
    builder.ConfigureApi(options =>
    {
        options.AddTokens(new BearerToken(token));
        options.AddTokens(new ApiKeyToken("", ClientUtils.ApiKeyHeader.X_Api_Key)); // where the operator asks for keys
        options.AddApiHttpClients(client => client.BaseAddress = address);
    });
    return builder.Build().Services;
}

async Task<Game> Play(string variant)
{
    var seats = new List<SeatRequest> { new("person", name: "Ida"), new("ai", level: 1) };
    var anyone = Services("").GetRequiredService<IGamesApi>();
    var request = new CreateGameRequest(variant, seats: seats, paceMs: 0);
    var game = (await anyone.CreateGameAsync(request, prefer: wait)).Created()!;

    var games = Services(game.Tokens!["0"]).GetRequiredService<IGamesApi>();
    var seen = game.VarVersion;
    while (game.Status == "active")
    {
        if (Chosen(game) is { } move)
        {
            game = (await games.PlayMoveAsync(game.Id, new MoveRequest(game.Ply, move), prefer: wait)).Ok()!;
        }
        else
        {
            seen = await Listen(games, game.Id, seen, wait);
            game = (await games.GetGameAsync(game.Id)).Ok()!;
        }
    }
    await Listen(games, game.Id, seen, "");
    return game;
}

// A legal move, or null if it is not my turn. Some decisions have too many moves to list: they have an example.
Move? Chosen(Game game) =>
    game.Choice?.Example ?? game.LegalMoves.ElementAtOrDefault(Random.Shared.Next(Math.Max(game.LegalMoves.Count, 1)))?.Move;

// The long poll: waits for events after a version, prints them, and says which version it has come to.
async Task<int> Listen(IGamesApi games, string id, int seen, string prefer)
{
    var page = (await games.ListEventsAsync(id, after: seen.ToString(), prefer: prefer)).Ok()!;
    foreach (var happened in page.Events)
    {
        Console.WriteLine(happened.Type == "scores" ? $"Goal! {happened.Text}" : happened.Text); // an unknown type too
    }
    if (page.Events.Count == 0 && prefer != "") await Task.Delay(1000); // the service does not hold requests
    return page.VarVersion;
}

var known = (await Services("").GetRequiredService<IVariantsApi>().ListVariantsAsync()).Ok()!;
foreach (var variant in known.Variants)
{
    var game = await Play(variant.Key);
    Console.WriteLine($"{variant.Key} {game.Status} {string.Join("-", game.Score)} {game.Result?.Reason}");
}
