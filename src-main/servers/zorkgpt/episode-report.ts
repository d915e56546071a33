import { z } from 'zod'
import { playerKind } from '@shared/episode/log/event'
import { helpOf, formatHelp } from '@shared/episode/projections/help'
import { latestObservation } from '@shared/episode/state/episode'
import { awaitsPerson } from '@shared/episode/state/players'
import type { ToolAnswer } from '../serving/offer-tools'
import { type Followed, isPaused } from './follow-episode'

const thing = z.object({ id: z.number().int(), name: z.string() })
const origin = z.object({ episode: z.string(), turn: z.number().int() })
export const status = z.enum(['running', 'paused', 'waiting_for_action', 'ended', 'interrupted'])

/** The state of an episode. Unknown facts are null. */
export const episodeReport = z.object({
  episode: z.string(),
  story: z.string(),
  player: z.object({ kind: playerKind, label: z.string(), model: z.string().nullable() }),
  status: status.describe('interrupted: it no longer runs and has no end; use resume'),
  reason: z.string().nullable().describe('Why it is paused or has ended'),
  turn: z.number().int().describe('Complete turns'),
  turn_limit: z.number().int().nullable(),
  score: z.number().nullable(),
  max_score: z.number().nullable(),
  moves: z.number().nullable(),
  location: thing.nullable(),
  inventory: z.array(thing).nullable(),
  visible: z.array(thing).nullable(),
  known_exits: z
    .record(z.string(), z.string().nullable())
    .describe('Exits of this location that were tried: where they lead, null if nowhere so far'),
  objectives: z.array(z.string()),
  action: z.string().nullable().describe('Of the last complete turn'),
  reasoning: z.string().nullable(),
  observation: z.string().describe('The latest reply of the game'),
  forked_from: origin.nullable(),
  help: z
    .object({ turns: z.number().int(), hints: z.number().int(), discarded: z.number().int(), notes: z.number().int() })
    .nullable()
    .describe('Help of others for the player: turns with their action, hints, rejected answers'),
})
export type EpisodeReport = z.infer<typeof episodeReport>

function reportOf(followed: Followed): EpisodeReport {
  const { state } = followed
  const { manifest, map } = state
  if (manifest === null) throw new Error('The log of this episode has no beginning: nothing was recorded.')
  const latest = latestObservation(state)
  const last = state.turns.at(-1)?.action
  const here = map.here === null ? undefined : map.locations[map.here]
  return {
    episode: manifest.episode_id,
    story: manifest.game.title,
    player: { kind: manifest.player.kind, label: manifest.player.label, model: manifest.player.model },
    status: statusOf(followed),
    reason: state.ended?.reason ?? state.control.reason,
    turn: state.turns.length,
    turn_limit: state.turnLimit,
    score: latest?.score ?? null,
    max_score: latest?.max_score ?? null,
    moves: latest?.moves ?? null,
    location: latest?.location ?? null,
    inventory: latest?.inventory ? [...latest.inventory] : null,
    visible: latest?.visible ? [...latest.visible] : null,
    known_exits: Object.fromEntries(
      Object.entries(here?.exits ?? {}).map(([exit, { to }]) => [
        exit,
        to === null ? null : (map.locations[to]?.name ?? null),
      ]),
    ),
    objectives: state.objectives.map(({ text }) => text),
    action: last?.action ?? null,
    reasoning: last?.reasoning ?? null,
    observation: latest?.text.trim() ?? '',
    forked_from: state.forkedFrom && { episode: state.forkedFrom.episodeId, turn: state.forkedFrom.turn },
    help: helpOf(state),
  }
}

function statusOf({ state, isRunning }: Followed): z.infer<typeof status> {
  if (state.ended !== null) return 'ended'
  if (!isRunning) return 'interrupted'
  if (isPaused(state)) return 'paused'
  return awaitsPerson(state) ? 'waiting_for_action' : 'running'
}

export function answerWith(followed: Followed): ToolAnswer {
  const report = reportOf(followed)
  return { text: describeReport(report), structured: report }
}

/** The report as text: a line of facts, the last exchange, inventory and exits. */
function describeReport(report: EpisodeReport): string {
  const { score, max_score: maxScore, location, inventory } = report
  const facts = [
    `Turn ${report.turn}${report.turn_limit === null ? '' : ` of ${report.turn_limit}`}`,
    `${report.status.replaceAll('_', ' ')}${report.reason === null ? '' : ` (${report.reason})`}`,
    location?.name,
    score !== null && `score ${score}${maxScore === null ? '' : ` of ${maxScore}`}`,
    report.moves !== null && `moves ${report.moves}`,
  ]
  const exits = Object.entries(report.known_exits).map(([exit, to]) => `${exit} → ${to ?? 'nowhere so far'}`)
  return [
    `${report.story}, played by ${report.player.label} · episode ${report.episode}`,
    facts.filter(Boolean).join(' · '),
    '',
    ...(report.action === null ? [] : [`> ${report.action}`]),
    report.observation,
    '',
    ...(inventory === null ? [] : [`Inventory: ${inventory.map(({ name }) => name).join(', ') || 'nothing'}`]),
    ...(exits.length === 0 ? [] : [`Known exits: ${exits.join('; ')}`]),
    ...(report.help === null ? [] : [`Help: ${formatHelp(report.help)}`]),
    ...(report.objectives.length === 0 ? [] : [`Objectives: ${report.objectives.join('; ')}`]),
  ]
    .join('\n')
    .trim()
}
