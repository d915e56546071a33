import { type Comparison, compareEpisodes } from '@shared/episode/compare/compare-episodes'
import { mapPair, type Pair, SIDES } from '@shared/episode/compare/pair'
import type { EpisodeState } from '@shared/episode/state/episode'
import { loadEpisode } from '../../../episode/load-episode'
import { badUsage, readArguments } from '../command/arguments'
import type { CommandContext } from '../command/command-context'
import { readableFolder, namingResume } from './episode-log'

/** `zorkgpt compare`: prints the first difference of two episodes, and how their figures differ. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments('compare', args, 2)
  const [a, b] = positionals
  if (a === undefined || b === undefined)
    throw badUsage('compare needs the names of two episodes: zorkgpt compare EPISODE OTHER.')
  if (a === b) throw badUsage(`compare takes two episodes, but both names are ${a}.`)
  const ids = { a, b }
  const folders = mapPair(ids, (id) => readableFolder(id, values, context))
  const load = async (id: string, folder: string) => {
    const { state, warning } = await namingResume(id, values, loadEpisode(folder))
    if (warning !== null) context.printError(`zorkgpt: ${id}: ${warning}`)
    return state
  }
  const states = { a: await load(a, folders.a), b: await load(b, folders.b) }
  const comparison = compareEpisodes(states)
  if (values.json) context.printJson(resultOf(ids, comparison))
  else context.printLine(describe(ids, states, comparison))
  return 0
}

function resultOf(ids: Pair<string>, comparison: Comparison) {
  const { divergesAt, differing, isSameGame, rooms, settings } = comparison
  return {
    ...mapPair(ids, (id, side) => ({
      id,
      ...comparison.figures[side],
      spent: comparison.spent[side],
      spentSinceDivergence: comparison.spentSinceDivergence[side],
      prompt: comparison.prompts[side],
      curves: { score: comparison.score[side], rooms: comparison.coverage[side] },
    })),
    isSameGame,
    divergesAt,
    differing,
    rooms,
    settings,
  }
}

function describe(ids: Pair<string>, states: Pair<EpisodeState>, comparison: Comparison): string {
  const { isSameGame, figures, spent, spentSinceDivergence, rooms, settings, divergesAt } = comparison
  const row = (name: string, values: Pair<Value>) => `${name.padEnd(24)} ${cell(values.a)} ${cell(values.b)}`
  const rowsOf = <Side>(sides: Pair<Side>, columns: Readonly<Record<string, (side: Side) => Value>>, when = '') =>
    Object.entries(columns).map(([name, of]) => row(`${name}${when}`, { a: of(sides.a), b: of(sides.b) }))
  const nameOf = (id: number) => (states.a.map.locations[id] ?? states.b.map.locations[id])?.name ?? String(id)
  const onlyIn = SIDES.flatMap((side) => {
    const found = rooms?.[side] ?? []
    return found.length > 0 ? [`Only ${side.toUpperCase()} found: ${found.map(nameOf).join(', ')}.`] : []
  })
  return [
    ...SIDES.map((side) => `${side.toUpperCase()}  ${ids[side]} · ${whoPlays(states[side])}`),
    ...(isSameGame ? [] : ['They play different stories, so that rooms cannot be compared.']),
    partingOf(states, divergesAt),
    '',
    row('', { a: 'A', b: 'B' }),
    ...rowsOf(figures, FIGURES),
    ...rowsOf(spent, SPENT),
    ...(divergesAt !== null && divergesAt > 1 ? rowsOf(spentSinceDivergence, SPENT, ', since') : []),
    ...(onlyIn.length > 0 ? ['', ...onlyIn] : []),
    '',
    ...settings.map(({ path, a, b }) => row(path, { a: JSON.stringify(a), b: JSON.stringify(b) })),
    promptLine(comparison),
  ].join('\n')
}

function promptLine({ isModel, prompts }: Comparison): string {
  if (!isModel.a && !isModel.b) return 'Neither episode is played by a model.'
  if (!isModel.a || !isModel.b) return `Only ${isModel.a ? 'A' : 'B'} is played by a model.`
  return prompts.a === prompts.b ? 'The prompt is the same.' : 'The prompt differs.'
}

type Value = number | string | null | undefined

const FIGURES: Readonly<Record<string, (side: Comparison['figures']['a']) => Value>> = {
  turns: ({ turns }) => turns,
  score: ({ score }) => score,
  'rooms found': ({ rooms }) => rooms,
  deaths: ({ deaths }) => deaths,
}

const SPENT: Readonly<Record<string, (side: Comparison['spent']['a']) => Value>> = {
  seconds: ({ durationMs }) => Math.round(durationMs / 100) / 10,
  'model calls': ({ llmCalls }) => llmCalls,
  'tool calls': ({ toolCalls }) => toolCalls,
  'tokens in': ({ tokensIn }) => tokensIn,
  'tokens out': ({ tokensOut }) => tokensOut,
  dollars: ({ costUsd }) => costUsd,
}

const COLUMN = 14
/** A foreign log may contain a setting of a megabyte. */
const LONGEST_CELL = 200

/** A longer value moves the next column. */
const cell = (value: Value): string =>
  String(value ?? '-')
    .slice(0, LONGEST_CELL)
    .padStart(COLUMN)

const whoPlays = ({ manifest }: EpisodeState): string =>
  manifest ? `${manifest.game.title} · ${manifest.player.label} · seed ${manifest.seed}` : 'no manifest'

function partingOf(states: Pair<EpisodeState>, divergesAt: number | null): string {
  if (divergesAt === null) return 'Every turn is the same.'
  if (divergesAt === 0) return 'They differ from the opening on.'
  const acted = (side: 'a' | 'b') => states[side].turns[divergesAt - 1]?.action?.action
  return `They differ from turn ${divergesAt} on:\n${SIDES.map((side) => {
    const action = acted(side)
    return `  ${side.toUpperCase()} ${action === undefined ? 'has no such turn' : `> ${action}`}`
  }).join('\n')}`
}
