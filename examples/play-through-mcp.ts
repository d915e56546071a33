// An agent of your own on a text adventure: node examples/play-through-mcp.ts [TURNS]
// TEXT_ADVENTURE_DATA=FOLDER shows the episode in the window.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

interface Facts {
  readonly visible: readonly { readonly name: string }[] | null
  readonly done: boolean
}

/** Your agent: facts in, action and reason out. This one takes what it sees and walks at random. */
function choose({ visible }: Facts): { readonly action: string; readonly thinking: string } {
  const thing = visible?.find(() => Math.random() < 0.3)
  if (thing) return { action: `take ${thing.name}`, thinking: 'It may be of use.' }
  const ways = ['north', 'east', 'south', 'west', 'up', 'down', 'in', 'out', 'look']
  return { action: ways[Math.floor(Math.random() * ways.length)] ?? 'look', thinking: 'Somewhere new, perhaps.' }
}

const env = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
)
const client = new Client({ name: 'typescript-example', version: '1' })
await client.connect(new StdioClientTransport({ command: 'node', args: ['out/servers/text-adventure.js'], env }))

let facts = (await client.callTool({ name: 'memory' })).structuredContent as unknown as Facts
for (let turn = Number(process.argv[2] ?? 20); turn > 0 && !facts.done; turn--) {
  const { action, thinking } = choose(facts)
  const { content, structuredContent } = await client.callTool({ name: 'play_action', arguments: { action, thinking } })
  process.stdout.write(`> ${action}\n${(content as { text: string }[])[0]?.text}\n\n`)
  facts = structuredContent as unknown as Facts
}
await client.close()
