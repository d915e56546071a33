import type { StuckSignal } from '../../episode/log/mind-events'
import type { Outcome, StateBlock } from '../../episode/state/state-block'
import { CHARS_PER_TOKEN, linesWithin, type MindView } from '../view'
import { frontierOf, formatExit } from './frontier'
import { placesOf } from './places'
import { progressOf, turnsWithoutProgress } from './progress'
import { untriedHere } from './untried'

const MAX_CHARS = 150 * CHARS_PER_TOKEN
const MAX_LISTED = 5
const REFUSALS: ReadonlySet<Outcome> = new Set(['not_visible', 'refused', 'no_op'])

const SIGNS: Readonly<Record<StuckSignal, string>> = {
  repeat: 'the same command came to the same again',
  circle: 'you walk in a circle',
  camp: 'you stay in one place',
  refusals: 'nearly every command is refused',
  stall: 'nothing new comes',
}

/**
 * Section "You may be stuck:"; null while the player is not stuck. Level 1 lists tried and untried commands here. Level
 * 2 adds untried exits elsewhere, and commands that were refused before something was taken or opened.
 */
export function stuckSection(view: MindView): string | null {
  const { state, blocks } = view
  const stuck = state.mind.stuck.at(-1)
  if (stuck === undefined || stuck.level === 0) return null
  const signs = stuck.signals.map((signal) => SIGNS[signal]).join(', ')
  const lines = [
    `You may be stuck: ${turnsWithoutProgress(blocks)} turns without anything new (${signs}).`,
    ...hereLines(view),
    ...(stuck.level >= 2 ? elsewhereLines(blocks) : []),
    ...reflectionLines(state, blocks),
    ...(stuck.level >= 3 ? ['Do one of these now, or something that you have never done.'] : []),
  ]
  return linesWithin(lines, MAX_CHARS).join('\n')
}

/** Omits what was tried here if the part `places` is in force, which lists it. */
function hereLines({ mind, blocks }: MindView): readonly string[] {
  const here = placesOf(blocks).get(blocks.at(-1)?.location?.id ?? NaN)
  const tried = mind.parts.includes('places') ? [] : [...(here?.attempts.keys() ?? [])].slice(-MAX_LISTED)
  const untried = untriedHere(blocks)
  return [
    ...(untried.length > 0 ? [`Not tried here: ${listed(untried.slice(0, MAX_LISTED))}.`] : []),
    ...(tried.length > 0 ? [`Tried here: ${listed(tried)}.`] : []),
  ]
}

/** The suggestions of the last reflection, unless there was progress after it. */
function reflectionLines({ mind }: MindView['state'], blocks: readonly StateBlock[]): readonly string[] {
  const last = mind.reflections.at(-1)
  const isOfNow = last !== undefined && last.turn > (progressOf(blocks).turns.at(-1) ?? 0)
  return isOfNow && last.try_next.length > 0 ? [`To try: ${listed(last.try_next)}.`] : []
}

function elsewhereLines(blocks: readonly StateBlock[]): readonly string[] {
  const exits = frontierOf(blocks)
    .filter(({ way }) => way.length > 0)
    .slice(0, 2)
  const again = refusedBeforeGain(blocks)
  return [
    ...exits.map((exit) => `Elsewhere: ${formatExit(exit)}.`),
    ...(again.length > 0 ? [`Refused before you had what you carry now: ${again.join('; ')}.`] : []),
  ]
}

/** Commands that were refused before something was last taken or opened, with their places. */
function refusedBeforeGain(blocks: readonly StateBlock[]): readonly string[] {
  const gain = progressOf(blocks).turns.findLast((turn) => {
    const outcome = blocks[turn]?.last?.outcome
    return outcome === 'took' || outcome === 'opened_or_revealed'
  })
  if (gain === undefined) return []
  return [...placesOf(blocks).values()]
    .flatMap(({ name, id, attempts }) =>
      [...attempts].flatMap(([command, { outcome, turn }]) =>
        turn < gain && REFUSALS.has(outcome) ? [`"${command}" in ${name}#${id}`] : [],
      ),
    )
    .slice(-2)
}

const listed = (commands: readonly string[]): string => commands.map((command) => `"${command}"`).join(', ')
