import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BUNDLED_STORY, BUNDLED_WALKTHROUGH } from '../../story/story-files.testkit'
import { acts, type ScriptedEndpoint, startScriptedEndpoint } from '../../llm/scripted-endpoint.testkit'

/**
 * The commands of the README do what they say, as they stand there: only what is a reader's own is put in, and the long
 * runs are short.
 */
const appRoot = resolve(import.meta.dirname, '../../..')
const readme = readFileSync(join(appRoot, 'README.md'), 'utf8')
const commands = [...readme.matchAll(/```sh\n([^]*?)```/g)]
  .flatMap(([, block = '']) => block.split('\n'))
  .filter((line) => line.startsWith('zorkgpt '))
let folder: string
let endpoint: ScriptedEndpoint

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readme-'))
  mkdirSync(join(folder, 'episodes'))
  writeFileSync(join(folder, 'run.toml'), '[run]\nplayer = "random"\n\n[orchestrator]\nmax_turns_per_episode = 2\n')
  copyFileSync(BUNDLED_WALKTHROUGH, join(folder, 'walkthrough.json'))
  endpoint = await startScriptedEndpoint(() => acts('look'))
})
afterAll(async () => {
  await endpoint.close()
  rmSync(folder, { recursive: true, force: true })
})

function wordsOf(command: string): string[] {
  const [episode = '', other = ''] = readdirSync(join(folder, 'episodes'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
  const own: Readonly<Record<string, string>> = {
    EPISODE: episode,
    OTHER: other,
    'path/to/zork1.z3': BUNDLED_STORY,
    'examples/first.experiment.toml': join(appRoot, 'examples/first.experiment.toml'),
    'https://api.openai.com/v1': endpoint.baseUrl,
    8080: '0',
  }
  const short = command.replace(/--turns \d+/, command.includes('--resume') ? '--turns 14' : '--turns 12')
  return short
    .split(' ')
    .slice(1)
    .map((word) => own[word] ?? word)
}

it('it has them', () => {
  expect(commands.length).toBeGreaterThanOrEqual(10)
})

it('what is to be played is named wherever a document plays', () => {
  const documents = readdirSync(join(appRoot, 'docs')).filter((name) => name.endsWith('.md'))
  const plays = documents
    .flatMap((name) => readFileSync(join(appRoot, 'docs', name), 'utf8').split('\n'))
    .filter((line) => /^(?:[A-Z_]+=\S+ )*zorkgpt play /.test(line))
  expect(plays.length).toBeGreaterThan(0)
  for (const line of plays) expect(line).toMatch(/--(?:game|preset|config|resume) /)
})

it.each(commands)('%s', async (command) => {
  const env = {
    ...process.env,
    ZORKGPT_HOME: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    OPENAI_API_KEY: 'a-key-of-nobody',
  }
  const child = spawn(process.execPath, [join(appRoot, 'out/main/cli.js'), ...wordsOf(command)], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const stderr = text(child.stderr)
  let stdout = ''
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk)
    // It serves until it is told to end.
    if (command.startsWith('zorkgpt serve') && /^ready http:/m.test(stdout)) child.kill('SIGTERM')
  })
  const [status] = await ended
  // Who pauses with nobody to answer has not failed, and says so by its status.
  const statuses = command.includes('--pause-on') ? [0, 1] : [0]
  expect({ status, stderr: await stderr }).toEqual({ status: expect.toBeOneOf(statuses) as number, stderr: '' })
})
