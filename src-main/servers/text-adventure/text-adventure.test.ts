import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { readBundled, zorkFile } from '../../story/story-files.testkit'
import { openClient } from './open-client.testkit'
import { readOptions } from './options'
import { continueTornStates } from './torn-states.testkit'

const folder = mkdtempSync(join(tmpdir(), 'text-adventure-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { walkthrough } = readBundled()
const MANOR = resolve(import.meta.dirname, '../../story/fixtures/standalone/manor.z5')
const hashOf = async (read: (uri: string) => Promise<string>) =>
  (JSON.parse(await read('game://state')) as { state_hash: string }).state_hash

describe('play', () => {
  it('the walkthrough of the bundled story is played to its end', async () => {
    const { play } = await openClient()
    const { text, structured } = await play(...walkthrough)
    expect(structured).toMatchObject({ victory: true, done: true })
    expect(text).toMatch(/GAME OVER$/)
  })

  it('the same seed and actions are the same game', async () => {
    const games = await Promise.all([openClient(), openClient()])
    const hashes = await Promise.all(
      games.map(async ({ play, read }) => {
        await play(...walkthrough.slice(0, 30))
        return hashOf(read)
      }),
    )
    expect(hashes[0]).toBe(hashes[1])
  })
})

describe('a mirrored game', () => {
  it('is mirrored in all tools: replies, map, state, peek and walkthrough', async () => {
    const { play, call, read } = await openClient({
      GAME: zorkFile(1),
      TEXT_ADVENTURE_DISGUISE: 'mirror',
      TEXT_ADVENTURE_TOOLS: 'peek',
    })
    expect((await play('nw')).text).toMatch(/^North of House/)
    expect((await call('peek', { action: 'w' })).text).toContain('Behind House')
    expect((await call('get_map')).text).toContain('* East of House\n    -> northwest -> North of House')
    expect(await read('game://transcript')).toMatch(/field east of a white house[\s\S]+> nw\nNorth of House/)
    const bundled = await openClient({ TEXT_ADVENTURE_DISGUISE: 'mirror', TEXT_ADVENTURE_TOOLS: 'walkthrough' })
    const { commands } = (await bundled.call('walkthrough')).structured as { readonly commands: readonly string[] }
    expect(commands).not.toEqual(walkthrough)
    expect((await bundled.play(...commands)).structured).toMatchObject({ victory: true, score: 100 })
  })

  it('is recorded as an episode with its disguise', async () => {
    const data = join(folder, 'mirrored')
    const { play, close } = await openClient({
      GAME: zorkFile(1),
      TEXT_ADVENTURE_DISGUISE: 'mirror',
      TEXT_ADVENTURE_DATA: data,
    })
    await play('nw')
    await close()
    const log = readFileSync(
      join(data, readdirSync(data).find((name) => !name.startsWith('.')) ?? '', 'events.jsonl'),
      'utf8',
    )
    expect(log).toMatch(/"disguise":"mirror"/)
    expect(log).toMatch(/"undisguised":\{"action":"ne"/)
  })
})

describe('bad input', () => {
  it.each([
    ['the action is no text', { action: 7 }, /^action: /],
    ['there is no action', {}, /^action: /],
    ['a command of 1 MB', { action: 'x'.repeat(1_000_000) }, /1000000 characters; at most 1000/],
    ['a control character', { action: 'look\u0007' }, /control character U\+0007/],
    ['two lines', { action: 'look\nquit' }, /control character U\+000A/],
    ['nothing', { action: '  ' }, /empty/],
    [
      'a word that the story lacks, where words are checked',
      { action: 'defenestrate lamp', check_words: true },
      /does not know "defenestrate"/,
    ],
  ])('%s is a clear error, and the game is unharmed', async (_what, parameters, message) => {
    const { call, play, read } = await openClient()
    await play('look')
    const before = await hashOf(read)
    expect(await call('play_action', parameters)).toMatchObject({ isError: true, text: expect.stringMatching(message) })
    expect(await hashOf(read)).toBe(before)
  })

  it('an unknown tool is named, with the known ones', async () => {
    const { client } = await openClient()
    await expect(client.callTool({ name: 'win' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('play_action, memory, get_map, inventory'),
    })
  })

  it('every call reports an unknown GAME, with the searched folders', async () => {
    const { call } = await openClient({ GAME: 'zork9' })
    for (const tool of ['memory', 'inventory'])
      expect(await call(tool)).toMatchObject({
        isError: true,
        text: expect.stringMatching(/There is no story "zork9".*glass-weather.*Searched: /),
      })
  })

  it('a story that was missing at first is found by the next call', async () => {
    const late = join(folder, 'late.z5')
    const { call } = await openClient({ GAME: late })
    expect(await call('memory')).toMatchObject({ isError: true, text: expect.stringContaining('late.z5') })
    copyFileSync(MANOR, late)
    expect((await call('memory')).text).toContain('- Game: late')
  })

  it('a file that is not a story is refused with the reason', async () => {
    writeFileSync(join(folder, 'broken.z5'), 'not a story')
    expect(await (await openClient({ GAME: join(folder, 'broken.z5') })).call('memory')).toMatchObject({
      isError: true,
      text: expect.stringContaining('broken.z5'),
    })
  })

  it('a variable with a bad value is named', () => {
    expect(() => readOptions({ TEXT_ADVENTURE_SEED: 'x' }, '', '')).toThrow('TEXT_ADVENTURE_SEED is "x"')
    expect(() => readOptions({ TEXT_ADVENTURE_DISGUISE: 'veil' }, '', '')).toThrow('must be one of: none, mirror')
    expect(() => readOptions({ TEXT_ADVENTURE_TOOLS: 'undo,fly' }, '', '')).toThrow(
      'names "fly"; the possible tools are save, restore',
    )
    expect(() => readOptions({ TEXT_ADVENTURE_TOOLS: 'hint,undo', TEXT_ADVENTURE_DATA: 'episodes' }, '', '')).toThrow(
      'names "undo", but TEXT_ADVENTURE_DATA writes an episode, which only goes forward',
    )
  })
})

describe('tools by configuration', () => {
  it('tools that look into the game are off by default', async () => {
    const { client } = await openClient()
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(['play_action', 'memory', 'get_map', 'inventory', 'save', 'restore', 'objects', 'goals'])
    expect(client.getInstructions()).toMatch(
      /as configured: save, restore, objects, goals\. Switched off: undo, peek, exits, valid_actions, hint, walkthrough\.$/,
    )
    expect((await (await openClient({ TEXT_ADVENTURE_TOOLS: '' })).client.listTools()).tools).toHaveLength(4)
  })

  it('peek tries on a copy; undo reverts an action; restore returns to a name', async () => {
    const { call, play, read } = await openClient({ TEXT_ADVENTURE_TOOLS: 'save,restore,undo,peek' })
    await play('read card')
    await call('save', { name: 'early' })
    const early = await hashOf(read)
    expect((await call('peek', { action: 'take crook' })).structured).toMatchObject({
      inventory: expect.arrayContaining([expect.objectContaining({ name: expect.stringContaining('crook') })]),
    })
    expect(await hashOf(read)).toBe(early)
    await play('take crook')
    await call('undo')
    expect(await hashOf(read)).toBe(early)
    await play('west', 'look')
    await call('restore', { name: 'early' })
    expect(await hashOf(read)).toBe(early)
    expect(await call('restore', { name: 'late' })).toMatchObject({
      isError: true,
      text: 'There is no saved game "late". Saved: early.',
    })
  })

  it('walkthrough lists the commands in the file beside the story', async () => {
    const { call } = await openClient({ TEXT_ADVENTURE_TOOLS: 'walkthrough' })
    expect((await call('walkthrough')).structured).toEqual({ commands: walkthrough })
    expect(
      await (await openClient({ TEXT_ADVENTURE_TOOLS: 'walkthrough', GAME: MANOR })).call('walkthrough'),
    ).toMatchObject({ isError: true, text: expect.stringContaining('no walkthrough of manor') })
  })
})

describe('findings', () => {
  it('contain the last location of each object, and as goals the actions that scored or were refused', async () => {
    const { call, play } = await openClient()
    await play('read card', 'take crook', 'unlock door')
    expect((await call('objects')).text).toMatch(/crook: carried/)
    await play(...walkthrough.slice(2, 20))
    expect((await call('goals')).text).toMatch(/What scored:\n\* .+: \+\d+/)
  })

  it('name repeated replies as a loop, and list untried exits', async () => {
    const { call, play } = await openClient()
    await play('look', 'look', 'look')
    const map = (await call('get_map')).text
    expect(map).toContain('"look" brought the same reply 3 times lately')
    expect(map).toMatch(/Unexplored exits, named in the text:\n\* .+: \w+/)
  })
})

describe('resources', () => {
  it('transcript, map and state can be read, and the state matches its schema', async () => {
    const { client, play, read } = await openClient()
    await play(...walkthrough.slice(0, 12))
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
      'game://transcript',
      'game://map.svg',
      'game://map.mmd',
      'game://state',
      'game://state-schema',
      'game://snapshot',
    ])
    expect(await read('game://transcript')).toContain(`\n\n> ${walkthrough[11]}\n`)
    expect(await read('game://map.svg')).toMatch(/^<svg [\s\S]*<\/svg>\n$/)
    expect(await read('game://map.mmd')).toMatch(/^flowchart TD\n {2}r\d+\["[\s\S]*:::here/)
    const schema = JSON.parse(await read('game://state-schema')) as Parameters<
      AjvJsonSchemaValidator['getValidator']
    >[0]
    expect(new AjvJsonSchemaValidator().getValidator(schema)(JSON.parse(await read('game://state')))).toMatchObject({
      valid: true,
    })
  })

  it('names of the story are text in the drawing, never markup', async () => {
    const { read } = await openClient({ GAME: MANOR })
    const svg = await read('game://map.svg')
    expect(svg.replaceAll(/<\/?(?:svg|rect|text|line|title)\b[^<>]*>/g, '')).not.toMatch(/[<>]/)
  })

  it('subscribers are notified of every action', async () => {
    const { client, play } = await openClient()
    const updates: string[] = []
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updates.push(params.uri))
    await client.subscribeResource({ uri: 'game://transcript' })
    await play('look', 'look')
    expect(updates).toEqual(['game://transcript', 'game://transcript'])
  })
})

type Write = (
  this: FileHandle,
  bytes: Buffer,
  at: number,
  length: number,
  position: number,
) => Promise<{ readonly bytesWritten: number }>

describe('the state file', () => {
  const file = join(folder, 'state.jsonl')

  it('continues the game of the last process, with its saved games', async () => {
    const first = await openClient({ TEXT_ADVENTURE_STATE: file })
    await first.play('read card')
    await first.call('save', { name: 'here' })
    await first.play('take crook', 'west')
    const left = await hashOf(first.read)
    await first.close()
    const second = await openClient({ TEXT_ADVENTURE_STATE: file })
    expect(await hashOf(second.read)).toBe(left)
    expect((await second.call('memory')).text).toContain('  > take crook -> ')
    expect((await second.call('restore', { name: 'here' })).isError).toBe(false)
    await second.close()
  })

  it('is used by one server at a time, also under different paths', async () => {
    const [taken, link] = [join(folder, 'taken.jsonl'), join(folder, 'link.jsonl')]
    const [first, second] = [
      await openClient({ TEXT_ADVENTURE_STATE: taken }),
      await openClient({ TEXT_ADVENTURE_STATE: link }),
    ]
    await first.play('look')
    symlinkSync(taken, link)
    const before = readFileSync(taken, 'utf8')
    for (const tool of ['memory', 'inventory'])
      expect(await second.call(tool)).toMatchObject({
        isError: true,
        text: expect.stringMatching(
          /link\.jsonl is in use by another server, and two would mix their games in it\. Stop the other, or name another file/,
        ),
      })
    expect(readFileSync(taken, 'utf8')).toBe(before)
    await first.close()
    expect((await second.play('look')).isError).toBe(false)
    expect(readFileSync(taken, 'utf8')).toBe(`${before}{"play":"look"}\n`)
    await second.close()
    expect(readdirSync(folder).filter((name) => name.includes('.lock'))).toEqual([])
  })

  it('that is cut off anywhere continues from its last whole line', () => continueTornStates(folder, 7))

  it('writes a deed that had no room with the next one, and the answers report it', async () => {
    const full = join(folder, 'full.jsonl')
    const { play, close } = await openClient({ TEXT_ADVENTURE_STATE: full })
    await play('look')
    const handle = await open(full)
    const proto = Object.getPrototypeOf(handle) as { write: Write }
    await handle.close()
    const { write } = proto
    // A disk that fills up: a part is written, then no more.
    let room = 5
    const refused = vi.spyOn(proto, 'write').mockImplementation(async function (
      this: FileHandle,
      bytes,
      at,
      length,
      position,
    ) {
      if (room === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
      const taken = Math.min(room, length)
      room -= taken
      return write.call(this, bytes, at, taken, position)
    })
    const received = await play('read card')
    expect(received).toMatchObject({ isError: false, structured: { moves: 2 } })
    expect(received.text).toContain('[This was done. The game is not saved: the disk is full, so make room')
    expect((await play('wait')).text).toContain('[This was done.')
    expect(readFileSync(full, 'utf8')).toMatch(/\n\{"pla$/)
    refused.mockRestore()
    expect((await play('west')).text).not.toContain('[This was done.')
    expect(readFileSync(full, 'utf8').split('\n').slice(1)).toEqual([
      '{"play":"look"}',
      '{"play":"read card"}',
      '{"play":"wait"}',
      '{"play":"west"}',
      '',
    ])
    await close()
  })

  it('drops a last line that was cut off', async () => {
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"play":"no`)
    const { play, read, close } = await openClient({ TEXT_ADVENTURE_STATE: file })
    expect((await play('look')).isError).toBe(false)
    expect(readFileSync(file, 'utf8')).toMatch(/\n\{"play":"look"\}\n$/)
    const left = await hashOf(read)
    await close()
    const again = await openClient({ TEXT_ADVENTURE_STATE: file })
    expect(await hashOf(again.read)).toBe(left)
    await again.close()
  })

  it.each([
    ['of another story', { GAME: MANOR }, 'belongs to another story'],
    ['of another seed', { TEXT_ADVENTURE_SEED: '7' }, 'was begun with seed 1, not 7'],
    ['of another disguise', { TEXT_ADVENTURE_DISGUISE: 'mirror' }, 'was begun with disguise "none", not "mirror"'],
  ])('%s is refused by name and unchanged', async (_what, env, message) => {
    const before = readFileSync(file, 'utf8')
    const { call, play } = await openClient({ TEXT_ADVENTURE_STATE: file, ...env })
    expect(await play('look')).toMatchObject({ isError: true, text: expect.stringContaining(message) })
    expect(await call('memory')).toMatchObject({ isError: true, text: expect.stringContaining(file) })
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('that is not a state file is refused with the line', async () => {
    const other = join(folder, 'other.txt')
    writeFileSync(other, 'shopping list\n')
    expect(await (await openClient({ TEXT_ADVENTURE_STATE: other })).play('look')).toMatchObject({
      isError: true,
      text: expect.stringContaining('line 1 cannot be read'),
    })
    expect(existsSync(other)).toBe(true)
    expect(readFileSync(other, 'utf8')).toBe('shopping list\n')
    writeFileSync(other, 'shopping list')
    expect(await (await openClient({ TEXT_ADVENTURE_STATE: other })).play('look')).toMatchObject({
      isError: true,
      text: expect.stringContaining('line 1 cannot be read'),
    })
    expect(readFileSync(other, 'utf8')).toBe('shopping list')
  })

  it.each([
    ['that cannot be read', '{"play":"lo?k'],
    ['of a deed that cannot be done', '{"restore":"nothing"}'],
  ])('with a line %s is refused with that line and a way out', async (_what, line) => {
    const bad = join(folder, 'bad.jsonl')
    const text = `${readFileSync(file, 'utf8').split('\n')[0]}\n{"play":"look"}\n${line}\n{"play":"wait"}\n`
    writeFileSync(bad, text)
    expect(await (await openClient({ TEXT_ADVENTURE_STATE: bad })).play('look')).toMatchObject({
      isError: true,
      text: expect.stringMatching(/is damaged: line 3 cannot be read\..* delete it and the following lines in a copy/),
    })
    expect(readFileSync(bad, 'utf8')).toBe(text)
  })
})
