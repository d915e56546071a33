# An agent of your own on a text adventure: python3 examples/play-through-mcp.py [TURNS]
# TEXT_ADVENTURE_DATA=FOLDER shows the episode in the window. MCP over stdio is one JSON message a line.
import json, os, random, subprocess, sys

server = subprocess.Popen(["node", os.environ.get("TEXT_ADVENTURE_SERVER", "out/servers/text-adventure.js")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
sent = 0

def send(message):
    server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    server.stdin.flush()

def request(method, params):
    global sent
    sent += 1
    send({"id": sent, "method": method, "params": params})
    for line in server.stdout:
        answer = json.loads(line)
        if answer.get("id") == sent:
            return answer["result"]

request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "python-example", "version": "1"}})
send({"method": "notifications/initialized"})

def choose(facts):
    """Your agent: facts in, action and reason out. This one takes what it sees and walks at random."""
    for thing in facts["visible"] or []:
        if random.random() < 0.3:
            return "take " + thing["name"], "It may be of use."
    return random.choice(["north", "east", "south", "west", "up", "down", "in", "out", "look"]), "Somewhere new, perhaps."

facts = request("tools/call", {"name": "memory", "arguments": {}})["structuredContent"]
for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 20):
    action, thinking = choose(facts)
    result = request("tools/call", {"name": "play_action", "arguments": {"action": action, "thinking": thinking}})
    print(f"> {action}\n{result['content'][0]['text']}\n")
    facts = result["structuredContent"]
    if facts["done"]:
        break
server.stdin.close()
server.wait()
