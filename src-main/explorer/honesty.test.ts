import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { SYSTEM_PROMPT } from '@shared/agent/system-prompt'
import { isDraft } from '@shared/episode/log/event'
import { emptyEpisode, type EpisodeState, type Observation } from '@shared/episode/state/episode'
import { messagesSent } from '@shared/episode/state/messages'
import { printedText } from '@shared/episode/state/outcome'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { parseStateBlock, type ParsedStateBlock } from '@shared/episode/state/state-block'
import { directionOf } from '@shared/map/direction'
import { buildContext } from '../agent/build-context'
import { createHost } from '../host/host'
import { memorySecrets } from '../secrets/secret-store'
import { openEnvironment } from '../story/live-environment'
import { BUNDLED_STORY, zorkFile } from '../story/story-files.testkit'

/**
 * At the default level, the requests to the explorer, as logged, contain nothing that the story has not printed.
 */
const appRoot = resolve(import.meta.dirname, '../..')
const glassWeather = { title: 'Glass Weather', game: 'glass-weather', file: BUNDLED_STORY }
const zork = { title: 'Zork I', game: 'zork1', file: zorkFile(1) }
const TURNS = 40
const GRANTED = [
  'v',
  'handicap',
  'turn',
  'turns_left',
  'observation',
  'last',
  'location',
  'score',
  'moves',
  'exits',
  'inventory',
  'visible',
]

async function play(game: string): Promise<EpisodeState> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'honesty-'))
  const fail = (error: Error) => {
    throw error
  }
  const host = await createHost({
    shell: 'cli',
    appRoot,
    dataFolder,
    configFile: null,
    mcpConfigFile: null,
    env: process.env,
    secrets: memorySecrets(),
    now: () => new Date(),
    onFault: fail,
  })
  try {
    const { episodeId } = await host.api.startEpisode({
      game,
      player: 'explorer',
      seed: 2,
      pace: 'batch',
      mcp: false,
      turnLimit: TURNS,
    })
    let state = emptyEpisode
    for await (const { events } of host.api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal)) {
      state = events.filter((event) => !isDraft(event)).reduce(reduceEpisode, state)
      if (state.ended) break
    }
    return state
  } finally {
    await host.close()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

interface TurnRequest {
  readonly turn: number
  /** All words of the request except the explorer's replies, separated by single spaces. */
  readonly words: string
  readonly block: ParsedStateBlock
  /** The facts in the machine's memory when the request was sent. */
  readonly truth: Observation
  readonly printed: ReadonlySet<string>
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []

/** The request of every turn, and the text that the story had printed until then. */
function requestsOf(state: EpisodeState): readonly TurnRequest[] {
  const observations = [state.opening, ...state.turns.map(({ observation }) => observation)].filter(
    (observation) => observation !== null,
  )
  const printed = new Set<string>()
  return state.turns.map(({ number }): TurnRequest => {
    const truth = observations[number - 1]
    const sent = messagesSent(state, number, 1)?.filter(({ role }) => role !== 'assistant') ?? []
    const [system, ...messages] = sent.map(({ content }) => content ?? '')
    const block = parseStateBlock(messages.at(-1) ?? '')
    if (truth === undefined || block === null) throw new Error(`Turn ${number} was asked for without a state block.`)
    expect(system).toBe(SYSTEM_PROMPT)
    for (const word of wordsOf(printedText(truth))) printed.add(word)
    return { turn: number, words: wordsOf(messages.join('\n')).join(' '), block, truth, printed: new Set(printed) }
  })
}

const LINKS = new Set(['a', 'an', 'the', 'of', 'in', 'on', 'with', 'some', 'and'])
const isPrinted = (name: string, printed: ReadonlySet<string>) =>
  wordsOf(name).every((word) => LINKS.has(word) || printed.has(word))

describe.each([glassWeather, zork])('the explorer in $title', ({ game, file }) => {
  let state = emptyEpisode
  let requests: readonly TurnRequest[] = []
  beforeAll(async () => {
    state = await play(game)
    requests = requestsOf(state)
  })

  it('gets a state block of the default level in every turn', () => {
    expect(requests).toHaveLength(TURNS)
    for (const { block } of requests) {
      expect(block.handicap).toBe('L2')
      expect(Object.keys(block).filter((field) => !GRANTED.includes(field))).toEqual([])
    }
  })

  it('sees only visible things, by names that were printed', () => {
    const withheld = requests.flatMap(({ block, truth }) =>
      (truth.visible ?? []).filter(({ id }) => !block.visible?.some((thing) => thing.id === id)),
    )
    expect(withheld.length).toBeGreaterThan(0)
    for (const { block, truth, printed } of requests) {
      expect(block.visible?.filter(({ name }) => !isPrinted(name, printed))).toEqual([])
      expect(block.visible?.filter(({ id }) => !truth.visible?.some((thing) => thing.id === id))).toEqual([])
      expect(block.inventory).toEqual(truth.inventory)
    }
  })

  it('sees only exits that it has walked', () => {
    const walked = new Set<string>()
    for (const { turn, block, truth } of requests) {
      const action = directionOf(block.last?.action ?? '')
      if (action !== null) walked.add(`${requests[turn - 2]?.truth.location?.id} ${action} ${truth.location?.id}`)
      for (const [direction, to] of Object.entries(block.exits?.known ?? {}))
        expect(walked).toContain(`${block.location?.id} ${direction} ${to}`)
    }
    expect(walked.size).toBeGreaterThan(5)
  })

  it('gets the same prompts with and without surveys of locations', () => {
    expect(state.surveys.length).toBeGreaterThan(5)
    for (const { number } of state.turns) {
      const unsurveyed: EpisodeState = { ...state, turns: state.turns.slice(0, number - 1), surveys: [] }
      expect(messagesSent(state, number, 1)).toEqual(buildContext(unsurveyed, { historyTurns: 'all' }))
    }
  })

  it('names no thing or place before the story does', () => {
    const names = [
      ...new Set(
        openEnvironment(readFileSync(file), 'app')
          .getWorldObjects()
          .map(({ name }) => name.toLowerCase()),
      ),
    ]
    // Levels 1 and 2 grant the location and the carried things, even if they were not printed.
    const granted = new Set<string>()
    let hidden = 0
    for (const { turn, words, truth, printed } of requests) {
      for (const name of [truth.location, ...(truth.inventory ?? [])].flatMap(
        (known) => known?.name.toLowerCase() ?? [],
      ))
        granted.add(name)
      for (const name of names) {
        if (granted.has(name) || isPrinted(name, printed)) continue
        hidden++
        if (` ${words} `.includes(` ${wordsOf(name).join(' ')} `)) throw new Error(`Turn ${turn} names "${name}".`)
      }
    }
    expect(hidden).toBeGreaterThan(1000)
  })
})
