import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NO_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { StartMemory, withFilter, withoutFilter, withoutPreset, withPreset } from './start-memory'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
const open = () => new StartMemory(join(folder, 'data'))
const params = { game: 'glass-weather', player: 'explorer', handicap: 'L4' } as const

it('presets persist, sorted by name, and change one after another', async () => {
  const memory = open()
  await Promise.all(['b', 'a', 'c'].map((name) => memory.change((before) => withPreset(before, { name, params }))))
  await memory.change((before) => withoutPreset(before, 'b'))
  expect((await open().read()).presets).toEqual([
    { name: 'a', params },
    { name: 'c', params },
  ])
})

it('presets that two hosts save at once both stay', async () => {
  const save = (host: StartMemory, name: string) => host.change((before) => withPreset(before, { name, params }))
  const [one, other] = [open(), open()]
  await Promise.all([save(one, 'a'), save(other, 'b'), save(one, 'c'), save(other, 'd')])
  expect((await open().read()).presets.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
})

it('pause rules of an older version get their current names', async () => {
  await open().change((before) => withPreset(before, { name: 'a', params }))
  const file = join(folder, 'data', '.start.json')
  const old = {
    scoreChange: true,
    newRoom: false,
    death: true,
    loop: false,
    noScore: false,
    noScoreTurns: 25,
    toolError: true,
    cost: true,
    costUsd: 0.5,
  }
  const kept = JSON.parse(await readFile(file, 'utf8')) as { presets: { params: object }[] }
  const presets = kept.presets.map((preset) => ({ ...preset, params: { ...preset.params, pauseRules: old } }))
  await writeFile(file, JSON.stringify({ ...kept, last: presets[0]?.params, presets }))
  const { last, presets: read } = await open().read()
  const pauseRules = { ...NO_PAUSE_RULES, tool_error: true, score_change: true, died: true, cost_usd: 0.5 }
  expect([last, read]).toEqual([{ ...params, pauseRules }, [{ name: 'a', params: { ...params, pauseRules } }]])
})

it('an address that is invalid today does not make the file unreadable', async () => {
  await open().change((before) =>
    withPreset(before, { name: 'a', params: { ...params, baseUrl: 'ftp://example.org' } }),
  )
  expect((await open().read()).presets[0]?.params.baseUrl).toBe('ftp://example.org')
})

it('an unreadable file is named and left unchanged', async () => {
  await open().change((before) => before)
  const file = join(folder, 'data', '.start.json')
  for (const [text, why] of [
    ['{', /cannot be read from .*\.start\.json/],
    [
      '{"version":1,"last":null,"presets":[{"name":"a","params":{}}],"demoIsDismissed":false}',
      /presets\.0\.params\.game/,
    ],
  ] as const) {
    await writeFile(file, text)
    await expect(open().read()).rejects.toThrow(why)
    await expect(open().change((before) => before)).rejects.toThrow(why)
    expect(await readFile(file, 'utf8')).toBe(text)
  }
})

it('filters are stored by name up to a limit, and without filters the file does not contain their key', async () => {
  const memory = open()
  const filter = (name: string) => ({ name, text: 'tag:best', show: 'all', sort: 'newest' })
  await Promise.all(['b', 'a', 'b'].map((name) => memory.change((before) => withFilter(before, filter(name)))))
  expect((await open().read()).filters?.map(({ name }) => name)).toEqual(['a', 'b'])
  const many = Array.from({ length: 200 }, (_, index) => filter(`more ${index}`))
  await memory.change((before) => ({ ...before, filters: many }))
  await expect(memory.change((before) => withFilter(before, filter('a')))).rejects.toMatchObject({
    kind: 'not_possible',
    message: 'There are 200 saved filters. Delete one first.',
  })
  await memory.change((before) => ({ ...before, filters: [filter('a')] }))
  expect(await memory.change((before) => withoutFilter(before, 'a'))).not.toHaveProperty('filters')
})

it('a change that would make the file too long is refused', async () => {
  const memory = open()
  await memory.change((before) => withPreset(before, { name: 'a', params }))
  const giant = { ...params, model: 'x'.repeat(5 << 20) }
  await expect(memory.change((before) => withPreset(before, { name: 'b', params: giant }))).rejects.toMatchObject({
    kind: 'not_possible',
  })
  expect((await open().read()).presets.map(({ name }) => name)).toEqual(['a'])
})
