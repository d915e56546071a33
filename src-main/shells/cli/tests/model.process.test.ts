import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { LocalModels } from '@shared/contract/local-models'
import { BUILT_IN_ADDRESS } from '@shared/models/built-in'
import type { GoodModel } from '@shared/models/good-models'
import { closeServer, listenOnLoopback } from '../../../base/limits/connections'
import { hasBinding } from '../../../models/runtime/native-model'
import { tinyModel } from '../../../models/tiny-model.testkit'
import { appRoot, runCommand } from './command.testkit'

const without = hasBinding() ? '' : ` (skipped: no llama.cpp for ${process.platform} on ${process.arch})`
const ANSWER = ['{"thinking": "A mailbox.", ', '"action": "open mailbox", ', '"new_objective": null}']
/** The context length in tokens. Each byte of a prompt is a token of the tiny model. */
const CONTEXT = 60_000

let home: string
let file: string
let asked: (string | undefined)[]
let ranges: (string | undefined)[]
let sha256: string
/** Sends half of the file and then nothing, or everything that is requested. */
let answer: 'half' | 'all'
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'zorkgpt-cli-model-'))
  file = join(home, 'served.gguf')
  const bytes = tinyModel({ answer: ANSWER, contextLength: CONTEXT })
  writeFileSync(file, bytes)
  sha256 = createHash('sha256').update(bytes).digest('hex')
  asked = []
  ranges = []
  answer = 'all'
  const server = createServer(({ url, headers: { range } }, response) => {
    asked.push(url)
    ranges.push(range)
    const from = Number(/\d+/.exec(range ?? '')?.[0] ?? 0)
    const content = { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
    response.writeHead(range === undefined ? 200 : 206, {
      'content-length': bytes.length - from,
      etag: '"one"',
      ...(range !== undefined && content),
    })
    if (answer === 'all') response.end(bytes.subarray(from))
    else response.write(bytes.subarray(0, bytes.length / 2))
  })
  const port = await listenOnLoopback(server, 0)
  onTestFinished(async () => {
    await closeServer(server)
    rmSync(home, { recursive: true })
  })
  const offered: GoodModel = {
    id: 'tiny',
    title: 'Tiny',
    file: 'maker/tiny/tiny-f32.gguf',
    licence: 'MIT',
    quantization: 'F32',
    parameters: 1,
    sizeBytes: bytes.length,
    contextBytesPerToken: 128,
    sha256,
    goodFor: 'Tests.',
  }
  writeFileSync(join(home, 'list.json'), JSON.stringify([offered, { ...offered, id: 'wrong', sha256: '0'.repeat(64) }]))
  const settings = {
    folder: join(home, 'models'),
    list_file: join(home, 'list.json'),
    download_address: `http://127.0.0.1:${port}`,
    context_tokens: CONTEXT,
    threads: 1,
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
  writeFileSync(join(home, 'zorkgpt.toml'), `[local_models]\n${lines.join('')}[mind]\npreset = "none"\n`)
})

const run = (...words: readonly string[]) =>
  runCommand([...words, '--config', join(home, 'zorkgpt.toml')], { cwd: home, env: { XDG_STATE_HOME: home } })
const listed = async () => JSON.parse((await run('model', 'list', '--json')).stdout) as LocalModels
const namesOf = ({ models }: LocalModels) => models.map(({ name }) => name)

describe('zorkgpt model', () => {
  it('lists without asking the network', async () => {
    const { status, stdout } = await run('model', 'list')
    expect([status, asked]).toEqual([0, []])
    expect(stdout).toMatch(
      /^No models in .*\n\nTo download with "zorkgpt model get ID":\n {2}tiny {2}Tiny, MIT, 0.0 GB/,
    )
    expect(existsSync(join(home, 'models'))).toBe(false)
  })

  it('downloads an entry of the list, and removes it', async () => {
    expect(await run('model', 'get', 'tiny')).toMatchObject({
      status: 0,
      stdout: `Downloaded tiny-f32: --base-url ${BUILT_IN_ADDRESS} --model tiny-f32\n`,
    })
    expect(asked).toEqual(['/maker/tiny/tiny-f32.gguf'])
    expect((await listed()).models).toMatchObject([{ name: 'tiny-f32', sha256, verified: 'listed' }])
    expect(await run('model', 'remove', 'tiny-f32')).toMatchObject({ status: 0, stdout: 'Removed tiny-f32.\n' })
    expect(namesOf(await listed())).toEqual([])
  })

  it('continues a download after its process was killed', async () => {
    answer = 'half'
    const cli = [join(appRoot, 'out/main/cli.js'), 'model', 'get', 'tiny', '--config', join(home, 'zorkgpt.toml')]
    const child = spawn(process.execPath, cli, { env: { ...process.env, XDG_STATE_HOME: home }, stdio: 'ignore' })
    const part = join(home, 'models', 'tiny-f32.gguf.part')
    await expect.poll(() => statSync(part, { throwIfNoEntry: false })?.size ?? 0).toBeGreaterThan(0)
    const died = once(child, 'exit')
    child.kill('SIGKILL')
    await died
    expect(namesOf(await listed())).toEqual([])
    answer = 'all'
    expect(await run('model', 'get', 'tiny')).toMatchObject({ status: 0 })
    expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/) as string])
    expect((await listed()).models).toMatchObject([{ name: 'tiny-f32', sha256 }])
  })

  it('pauses a download at Ctrl+C, and continues it', async () => {
    answer = 'half'
    const cli = [join(appRoot, 'out/main/cli.js'), 'model', 'get', 'tiny', '--config', join(home, 'zorkgpt.toml')]
    const child = spawn(process.execPath, cli, { env: { ...process.env, XDG_STATE_HOME: home } })
    let said = ''
    child.stderr.on('data', (piece) => (said += piece))
    const part = join(home, 'models', 'tiny-f32.gguf.part')
    await expect.poll(() => statSync(part, { throwIfNoEntry: false })?.size ?? 0).toBeGreaterThan(0)
    child.kill('SIGINT')
    const [code] = await once(child, 'close')
    expect([code, said]).toEqual([1, 'zorkgpt: The download was paused.\n'])
    expect(readdirSync(join(home, 'models')).filter((name) => name.endsWith('.lease'))).toEqual([])
    answer = 'all'
    expect(await run('model', 'get', 'tiny')).toMatchObject({ status: 0 })
    expect(ranges[1]).toMatch(/^bytes=[1-9]\d*-$/)
  })

  it('refuses a download with another hash, a file that is not a model, and an unknown name', async () => {
    expect(await run('model', 'get', 'wrong')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('It was deleted.') as string,
    })
    writeFileSync(join(home, 'text.gguf'), 'no model')
    expect(await run('model', 'get', 'text.gguf')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('it does not begin with GGUF') as string,
    })
    for (const verb of ['get', 'serve', 'remove'])
      expect([verb, (await run('model', verb, '../served')).status]).toEqual([verb, 2])
    expect(namesOf(await listed())).toEqual([])
  })

  it('uses a file where it is, and forgets it', async () => {
    expect(await run('model', 'get', 'served.gguf')).toMatchObject({ status: 0 })
    expect((await listed()).models).toMatchObject([{ name: 'served', isInPlace: true }])
    await run('model', 'remove', 'served')
    expect([namesOf(await listed()), existsSync(file)]).toEqual([[], true])
  })
})

describe.skipIf(without !== '')(`a model on this computer${without}`, () => {
  it('plays, and the log names its file', async () => {
    await run('model', 'get', 'served.gguf')
    const play = 'play --game zork1 --player llm --model served --turns 2 --no-mcp --json --seed 3 --data .'.split(' ')
    const played = await run(...play, '--base-url', BUILT_IN_ADDRESS)
    expect(played).toMatchObject({ status: 0, stderr: '' })
    const { episode } = JSON.parse(played.stdout.trim().split('\n').at(-1) ?? '') as { readonly episode: string }
    const log = readFileSync(join(home, episode, 'events.jsonl'), 'utf8')
      .trim()
      .split('\n')
    const events = log.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(events[0]).toMatchObject({ player: { model: 'served', weights: { sha256, quantization: 'F32' } } })
    const chosen = events.filter(({ event_type }) => event_type === 'action_chosen')
    expect(chosen.map(({ action }) => action)).toEqual(['open mailbox', 'open mailbox'])
  })
})
