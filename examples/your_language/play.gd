# Plays one game of every variant against a computer: a SceneTree script of Godot 4, which needs no generated client.
# godot --headless --script play.gd -- http://localhost:8000
extends SceneTree

const PREFER := "Prefer: wait=20"  # hold the answer until it is my turn again, for at most 20 seconds

var address: String
var token := ""


func _initialize() -> void:
	address = OS.get_cmdline_user_args()[0]
	for variant in (await call_api("GET", "/v1/variants"))["variants"]:
		var game: Dictionary = await play(variant["key"])
		print(variant["key"], " ", game["status"], " ", game["score"], " ", game["result"]["reason"])
	quit()


func play(variant: String) -> Dictionary:
	var seats := [{"kind": "person", "name": "Ida"}, {"kind": "ai", "level": 1}]
	token = ""
	var game: Dictionary = await call_api("POST", "/v1/games", {"variant": variant, "seats": seats, "pace_ms": 0})
	token = game["tokens"]["0"]
	var path: String = "/v1/games/" + game["id"]
	var seen := int(game["version"])
	while game["status"] == "active":
		var move = chosen(game)
		if move != null:
			game = await call_api("POST", path + "/moves", {"ply": int(game["ply"]), "move": move})
		else:
			seen = await listen(path, seen, true)
			game = await call_api("GET", path)
	await listen(path, seen, false)
	return game


# A legal move, or null if it is not my turn. Some decisions have too many moves to list: they have an example.
func chosen(game: Dictionary):
	if game["choice"] != null:
		return game["choice"]["example"]
	if not game["legal_moves"]:
		return null
	var move: Dictionary = game["legal_moves"].pick_random()["move"]
	for field in move:
		if move[field] is float:
			move[field] = int(move[field])  # Godot reads every number as a float, and the service wants whole numbers
	return move


# The long poll: waits for events after a version, prints them, and says which version it has come to.
func listen(path: String, seen: int, waits: bool) -> int:
	var page: Dictionary = await call_api("GET", "%s/events?after=%d" % [path, seen], null, waits)
	for event in page["events"]:
		print("Goal! " + event["text"] if event["type"] == "scores" else event["text"])  # an unknown type has a text too
	if page["events"].is_empty() and waits:
		await create_timer(1.0).timeout  # the service does not hold requests
	return int(page["version"])


func call_api(method: String, path: String, body = null, waits := true) -> Dictionary:
	var request := HTTPRequest.new()
	root.add_child(request)
	var headers := ["Content-Type: application/json"]
	if waits:
		headers.append(PREFER)
	if token:
		headers.append("Authorization: Bearer " + token)
	var verb := HTTPClient.METHOD_POST if method == "POST" else HTTPClient.METHOD_GET
	request.request(address + path, PackedStringArray(headers), verb, JSON.stringify(body) if body != null else "")
	var answer: Array = await request.request_completed  # result, status, headers, body
	request.queue_free()
	var value: Dictionary = JSON.parse_string(answer[3].get_string_from_utf8())
	assert(answer[1] < 400, str(value.get("code"), ": ", value.get("detail")))
	return value
