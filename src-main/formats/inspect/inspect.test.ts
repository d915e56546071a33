import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { strFromU8, unzipSync } from 'fflate/browser'
import { describe, expect, it } from 'vitest'
import type { Handicap, LoggedEvent } from '@shared/episode/log/event'
import { mindEpisode } from '@shared/episode/state/mind-episode.testkit'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import type { Unit } from '@shared/experiments/plan'
import { allTurns, onDisk, opened } from '../episode-on-disk.testkit'
import { episodeLog, evalSetOf } from './eval-set'

const log = sampleEpisode({ turns: 20 })

async function theOne(events: readonly LoggedEvent[], options = allTurns) {
  const disk = await onDisk(events)
  for await (const episode of opened([disk.folder], options)) return { disk, episode }
  throw new Error('unreachable')
}

type Files = Readonly<Record<string, Record<string, unknown>>>

/** Every file of an archive, parsed. */
async function filesIn(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Files> {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  return Object.fromEntries(
    Object.entries(unzipSync(Buffer.concat(all))).map(([name, bytes]) => [
      name,
      JSON.parse(strFromU8(bytes)) as Record<string, unknown>,
    ]),
  )
}

async function exported(events: readonly LoggedEvent[], options = allTurns): Promise<Files> {
  const { disk, episode } = await theOne(events, options)
  await using _gone = disk
  return await filesIn(await episodeLog(episode))
}

/** An archive as Inspect reads it: the header with all samples. */
const wholeLog = (files: Files) => ({
  ...files['header.json'],
  samples: Object.entries(files).flatMap(([name, sample]) => (name.startsWith('samples/') ? [sample] : [])),
})

describe('a log of Inspect', () => {
  it('contains the files of an Inspect log, with the same bytes each time', async () => {
    const files = await exported(log)
    expect(Object.keys(files)).toEqual([
      '_journal/start.json',
      'samples/The-Sample-seed-1_epoch_1.json',
      'summaries.json',
      'header.json',
    ])
    expect(await exported(log)).toEqual(files)
  })

  it('contains the task and its results', async () => {
    const files = await exported(log)
    const { turns, opening } = foldEvents(log)
    const sample = files['samples/The-Sample-seed-1_epoch_1.json']
    const score = turns.at(-1)?.observation?.score
    expect(sample).toMatchObject({
      id: 'The-Sample-seed-1',
      epoch: 1,
      input: opening?.text,
      turn_count: 20,
      limit: { type: 'turn', limit: 20 },
      scores: { score: { value: score }, won: { value: 0 } },
    })
    const said = (sample as unknown as Sample).messages.filter(({ role }) => role === 'user')
    expect(said.map(({ content }) => content)).toEqual([
      opening?.text,
      ...turns.map(({ observation }) => observation?.text),
    ])
    expect(files['header.json']).toMatchObject({
      status: 'success',
      results: { total_samples: 1, completed_samples: 1 },
      eval: { model: 'builtin/explorer-1', task: 'The Sample', task_args: { handicap: 'L2' } },
    })
    expect(files['summaries.json']).toMatchObject([{ id: 'The-Sample-seed-1', completed: true }])
  })

  it.each([
    ['an explorer', log],
    ['a model with helpers', mindEpisode()],
  ])('refers in its events to all messages that were sent to %s, and stores each once', async (_who, events) => {
    const files = await exported(events)
    const [sample] = wholeLog(files).samples as unknown as [Sample]
    const { messages } = sample.events_data
    const state = foldEvents(events)
    const asked = sample.events.filter(({ event }) => event === 'model')
    expect(asked.length).toBe(events.filter(({ event_type }) => event_type === 'llm_request').length)
    for (const { input_refs: refs = [] } of asked)
      for (const [start, end] of refs) expect([start < end, end <= messages.length]).toEqual([true, true])
    const added = events.reduce(
      (sum, event) => sum + (event.event_type === 'llm_request' ? event.messages_added.length : 0),
      0,
    )
    expect(messages.length).toBe(added)
    expect(sample.events.filter(({ event }) => event === 'tool').length).toBe(
      state.turns.flatMap(({ iterations }) => iterations.flatMap(({ toolCalls }) => toolCalls)).length,
    )
  })

  it('counts the usage of each model', async () => {
    const name = (model: string) =>
      log.map((event) => (event.event_type === 'llm_response' ? { ...event, model } : event))
    const usageOf = async (model: string) => {
      const stats = (await exported(name(model)))['header.json']?.stats as Record<string, object>
      return Object.getOwnPropertyDescriptor(stats.model_usage, model)?.value as object
    }
    for (const odd of ['constructor', '__proto__']) expect(await usageOf(odd)).toEqual(await usageOf('plain'))
  })

  it('removes keys and paths', async () => {
    const told = log.map((event) =>
      event.event_type === 'observation_made' && event.turn === 3
        ? { ...event, text: 'sk-abcdefghijklmnopqrstuvwx in /home/ada/plans.txt' }
        : event,
    )
    const text = JSON.stringify(await exported(told))
    expect(text).not.toContain('sk-abcdefgh')
    expect(text).toContain('[key] in [path]')
  })

  describe('checked with the published schema of Inspect', () => {
    it.each([
      ['that an explorer played', log],
      ['with helpers, notes and a compaction', mindEpisode()],
      ['that was broken off', log.slice(0, 60)],
      ['of a death', log.map(dies)],
      ['without a turn', log.slice(0, 2)],
      ['of an endpoint that names things as it likes', log.map(oddlyNamed)],
    ])('is valid: an episode %s', async (_what, events) => {
      const validate = schema()
      validate(wholeLog(await exported(events)))
      expect(validate.errors ?? []).toEqual([])
    })

    it.each(['eval.model', 'eval.created', 'samples.0.epoch', 'samples.0.events.1.timestamp'])(
      'is invalid without its %s',
      async (path) => {
        const whole: unknown = wholeLog(await exported(log))
        const names = path.split('.')
        const last = names.pop() ?? ''
        const holder = names.reduce((value, name) => (value as Record<string, unknown>)[name], whole)
        expect(Reflect.deleteProperty(holder as object, last)).toBe(true)
        expect(schema()(whole)).toBe(false)
      },
    )
  })
})

describe('an eval set', () => {
  it('has logs, samples and epochs for all units, and lists missing ones', async () => {
    const { disk, episode } = await theOne(log)
    await using _gone = disk
    const unit = (arm: string, handicap: Handicap, seed: number, repeat: number): Unit => ({
      arm,
      handicap,
      seed,
      repeat,
      story: 'stories/walk.z5',
      key: `${arm}${handicap}${seed}${repeat}`,
      episode: 'walk',
    })
    const units = [unit('a', 'L2', 1, 1), unit('b c', 'L2', 1, 1), unit('a', 'L2', 2, 1), unit('a', 'L0', 1, 2)]
    const open = ({ seed }: Unit) => Promise.resolve(seed === 2 ? null : episode)
    const folder = new Map<string, Uint8Array[]>()
    for await (const { file, part } of evalSetOf('walks', units, open))
      folder.set(file, [...(folder.get(file) ?? []), Buffer.from(part)])
    const text = (name: string) => Buffer.concat(folder.get(name) ?? []).toString()
    const set = JSON.parse(text('eval-set.json')) as { eval_set_id: string; tasks: { task_id: string }[] }
    expect(set).toMatchObject({
      eval_set_id: text('.eval-set-id'),
      tasks: [
        { name: 'walks/a', task_args: { experiment: 'walks', arm: 'a', handicap: 'L2' }, sequence: 0 },
        { name: 'walks/b c', task_args: { arm: 'b c' }, model: 'builtin/explorer-1', sequence: 1 },
        { name: 'walks/a', task_args: { arm: 'a', handicap: 'L0' }, sequence: 2 },
      ],
    })
    const logs = [...folder.keys()].filter((name) => name.endsWith('.eval'))
    expect(logs).toEqual(
      ['walks-a', 'walks-b-c', 'walks-a'].map(
        (task, index) => `2026-03-02T09-00-00+00-00_${task}_${set.tasks[index]?.task_id}.eval`,
      ),
    )
    const first = await filesIn(folder.get(logs[0] ?? '') ?? [])
    expect(first['header.json']).toMatchObject({
      status: 'cancelled',
      results: { total_samples: 2, completed_samples: 1 },
      eval: { eval_set_id: set.eval_set_id, dataset: { samples: 2 } },
    })
    expect(Object.keys(await filesIn(folder.get(logs[2] ?? '') ?? []))[1]).toBe(
      'samples/stories-walk.z5-seed-1_epoch_2.json',
    )
  })
})

it('two stories whose names differ only in punctuation become two samples', async () => {
  const { disk, episode } = await theOne(log)
  await using _gone = disk
  const unit: Omit<Unit, 'story'> = { arm: 'a', handicap: 'L2', seed: 1, repeat: 1, key: 'k', episode: 'walk' }
  const units = ['the walk.z5', 'the-walk.z5'].map((story) => ({ ...unit, story }))
  const parts: Uint8Array[] = []
  for await (const { file, part } of evalSetOf('walks', units, () => Promise.resolve(episode)))
    if (file.endsWith('.eval')) parts.push(Buffer.from(part))
  expect(Object.keys(await filesIn(parts)).filter((name) => name.startsWith('samples/'))).toEqual([
    'samples/the-walk.z5-seed-1_epoch_1.json',
    'samples/the-walk.z5-2-seed-1_epoch_1.json',
  ])
})

interface Sample {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  readonly events: readonly { readonly event: string; readonly input_refs?: readonly [number, number][] }[]
  readonly events_data: { readonly messages: readonly unknown[] }
}

const oddlyNamed = (event: LoggedEvent): LoggedEvent =>
  event.event_type === 'llm_response' ? { ...event, model: 'constructor', finish_reason: 'constructor' } : event

const dies = (event: LoggedEvent): LoggedEvent =>
  event.event_type === 'observation_made' && event.turn === 9
    ? { ...event, rule_applied: 'restart', game_over: true, score: null, max_score: null }
    : event

/** Compiled at its first use, which takes a second. */
let compiled: ValidateFunction | undefined
const schema = () => (compiled ??= compileSchema())
function compileSchema(): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(
    JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/inspect-openapi.json'), 'utf8')) as object,
    'inspect',
  )
  return ajv.compile({ $ref: 'inspect#/components/schemas/EvalLog' })
}
