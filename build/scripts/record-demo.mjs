// node build/scripts/record-demo.mjs [SEED] [TURNS]: records the episode that the first start shows,
// build/story/demo.jsonl.gz. The explorer plays the bundled story with the shipped MCP servers through `zorkgpt play`.
// Paths of this computer are removed.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './outputs.mjs'

const [seed = '8', turns = '45'] = process.argv.slice(2)
const data = mkdtempSync(join(tmpdir(), 'zorkgpt-demo-'))
try {
  const options = [
    '--game',
    'glass-weather',
    '--player',
    'explorer',
    '--seed',
    seed,
    '--turns',
    turns,
    '--config',
    join(root, 'zorkgpt.toml'),
    '--mcp-config',
    join(root, 'mcp_config.json'),
  ]
  const output = execFileSync(
    process.execPath,
    [join(root, 'out/main/cli.js'), 'play', ...options, '--data', data, '--json'],
    { encoding: 'utf8' },
  )
  const result = JSON.parse(output.trim().split('\n').at(-1))
  const events = readFileSync(join(result.folder, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const log = events.map((event) => `${JSON.stringify(withoutPlace(event))}\n`).join('')
  for (const place of [root, homedir(), tmpdir()])
    assert(place === '/' || !log.includes(place), `the log contains a path of this computer: ${place}`)
  // gzipSync writes no timestamp, so the same log gives the same file.
  writeFileSync(join(root, 'build/story/demo.jsonl.gz'), gzipSync(log, { level: 9 }))
  console.log(
    `recorded ${result.turns} turns, ${result.locations} locations, score ${result.score} of ${result.max_score}, ${events.length} events`,
  )
} finally {
  rmSync(data, { recursive: true, force: true })
}

function withoutPlace(event) {
  const named = { ...event, episode_id: 'demo' }
  return event.event_type === 'episode_started'
    ? { ...named, settings: { ...event.settings, story_path: basename(event.settings.story_path) } }
    : named
}
