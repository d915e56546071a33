import { z } from 'zod'
import { type Disguise, HANDICAPS, type Handicap } from '../episode/log/event'
import { frozenKnowledge } from '../episode/log/knowledge-schema'
import { LONGEST_PROMPT } from '../episode/log/prompt-limit'
import { PLAYER_TRAITS } from '../episode/state/players'
import { settings } from '../settings/settings'
import { experimentTables, PRIMARY_MEASURES } from './experiment-table'

const { name, baseline } = experimentTables.shape.experiment.shape

const plannedArm = z.object({
  name,
  settings,
  /** Null means the app's own prompt. */
  prompt: z.string().max(LONGEST_PROMPT).nullable(),
  /** Absolute paths of recorded episodes; null for an arm that is played. */
  files: z.array(z.string()).nullable(),
  /** Command line and working directory of an agent; null if none plays. */
  agent: z.object({ command: z.array(z.string()), folder: z.string() }).nullable(),
  /** Knowledge of the episodes by SHA-256 of the story, frozen with the plan. Absent at K0. */
  knowledge: z.record(z.string(), frozenKnowledge).optional(),
})
export type PlannedArm = Readonly<z.output<typeof plannedArm>>

const plannedStory = z.object({
  /** The name in the experiment's file. */
  name: z.string(),
  title: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  path: z.string(),
})
export type PlannedStory = Readonly<z.output<typeof plannedStory>>

const { budget, stop, provider, workers, prices } = experimentTables.shape

/**
 * The plan of an experiment, frozen at its first run. Later runs may only add seeds, repeats, stories, handicaps and
 * arms, but may change all of `terms`.
 */
export const experimentPlan = z
  .object({
    format: z.literal(1),
    name,
    app_version: z.string(),
    /** Time of the first run; absent from plans of earlier versions. */
    started_at: z.iso.datetime().optional(),
    primary: z.enum(PRIMARY_MEASURES),
    baseline: baseline.unwrap(),
    seeds: z.array(z.number().int()),
    repeats: z.number().int().positive(),
    stories: z.array(plannedStory).min(1),
    handicaps: z.array(z.enum(HANDICAPS)).min(1),
    arms: z.array(plannedArm).min(1),
    terms: z.object({ budget, stop, provider, workers, prices }),
  })
  .superRefine((plan, context) => {
    const tooMany = whyTooLarge(plan)
    if (tooMany !== null) context.addIssue({ code: 'custom', message: tooMany })
  })
export type ExperimentPlan = Readonly<z.output<typeof experimentPlan>>

/** Limited because a report has all units in memory. */
const MAX_UNITS = 100_000

/** Why the plan has too many units, as a clause; null if it does not. */
export function whyTooLarge({ arms, stories, handicaps, seeds, repeats }: ExperimentPlan): string | null {
  const count = arms.length * stories.length * handicaps.length * seeds.length * repeats
  return count > MAX_UNITS
    ? `it has ${count.toLocaleString('en')} episodes; the limit is ${MAX_UNITS.toLocaleString('en')}`
    : null
}

/** The player of an arm, for display. */
export function playerOf({ settings: inForce, files, agent }: PlannedArm): string {
  if (files !== null) return 'recorded'
  if (agent !== null) return agent.command.join(' ')
  const { player } = inForce.run
  return PLAYER_TRAITS[player].isChosenModel ? inForce.llm.agent_model : player
}

/** Whether the tokens and cost of an arm count. Those of the built-in explorer do not. */
export const asksModel = ({ settings: inForce, files, agent }: PlannedArm): boolean =>
  files !== null ||
  agent !== null ||
  PLAYER_TRAITS[inForce.run.player].isChosenModel ||
  PLAYER_TRAITS[inForce.run.player].playsByTools

/** Whether an endpoint plays the arm, instead of an agent, a recording or a built-in player. */
export const asksEndpoint = ({ settings: inForce, files, agent }: PlannedArm): boolean =>
  files === null && agent === null && PLAYER_TRAITS[inForce.run.player].isChosenModel

/** Whether a model with a mind plays the arm. */
export const hasMind = ({ settings: inForce, files, agent }: PlannedArm): boolean =>
  files === null && agent === null && PLAYER_TRAITS[inForce.run.player].hasMind

/**
 * The preset of an arm's mind and its knowledge of earlier episodes, with the beginning of the hash for each story,
 * such as `standard · K2 1a2b3c4d`; null for players without a mind.
 */
export function mindOfArm(arm: PlannedArm): string | null {
  if (!hasMind(arm)) return null
  const { preset, knowledge: level } = arm.settings.mind
  const versions = Object.values(arm.knowledge ?? {}).map(({ sha256 }) => sha256.slice(0, 8))
  return `${preset} · ${[level, ...new Set(versions)].join(' ')}`
}

export const disguiseOf = ({ settings: inForce }: PlannedArm): Disguise => inForce.run.disguise

export const turnLimitOf = ({ settings: inForce }: PlannedArm): number => inForce.orchestrator.max_turns_per_episode

/** Why results of the plan `begun` cannot be part of `next`, as a clause; null if they can. */
export function whyIncompatible(begun: ExperimentPlan, next: ExperimentPlan): string | null {
  for (const story of begun.stories) {
    const same = next.stories.find((candidate) => candidate.name === story.name)
    if (same === undefined) return `the story "${story.name}" is missing`
    if (same.sha256 !== story.sha256)
      return `the story "${story.name}" is another file (its SHA-256 is ${same.sha256}, before it was ${story.sha256})`
  }
  for (const arm of begun.arms) {
    const same = next.arms.find((candidate) => candidate.name === arm.name)
    if (same === undefined) return `the arm "${arm.name}" is missing`
    const changed = changedKeys(arm, same)
    if (changed.length > 0) return `the arm "${arm.name}" has other settings (${changed.join(', ')})`
  }
  const handicap = begun.handicaps.find((candidate) => !next.handicaps.includes(candidate))
  if (handicap !== undefined) return `the handicap ${handicap} is missing`
  const has = new Set(next.seeds)
  const seed = begun.seeds.find((candidate) => !has.has(candidate))
  if (seed !== undefined) return `the seed ${seed} is missing`
  return next.repeats < begun.repeats ? `it has fewer repeats than before (${begun.repeats})` : null
}

/** Dotted paths of the keys that differ. Limits of cost and tokens may change, because they are not rules of play. */
function changedKeys(before: PlannedArm, after: PlannedArm): readonly string[] {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const tables = Object.keys(before.settings).filter(
    (table): table is keyof PlannedArm['settings'] => table !== 'limits',
  )
  const inTables = tables.flatMap((table) => {
    const [old, current]: readonly Readonly<Record<string, unknown>>[] = [before.settings[table], after.settings[table]]
    return Object.keys(current ?? {})
      .filter((key) => !isSame(old?.[key], current?.[key]))
      .map((key) => `${table}.${key}`)
  })
  const beside = [
    ...(isSame(before.prompt, after.prompt) ? [] : ['prompt']),
    // The files themselves may change: more recordings are more repeats.
    ...((before.files === null) === (after.files === null) ? [] : ['files']),
    ...(isSame(before.agent?.command, after.agent?.command) ? [] : ['agent']),
    ...(knowsOther(before, after) ? ['knowledge'] : []),
  ]
  return [...inTables, ...beside]
}

const knowsOther = (before: PlannedArm, after: PlannedArm): boolean =>
  Object.entries(before.knowledge ?? {}).some(
    ([story, known]) => after.knowledge !== undefined && after.knowledge[story]?.sha256 !== known.sha256,
  )

/** All units of an arm with one story and handicap. */
export interface Cell {
  readonly arm: string
  readonly story: string
  readonly handicap: Handicap
}

/** One planned episode. */
export interface Unit extends Cell {
  readonly seed: number
  /** Counts from 1. */
  readonly repeat: number
  readonly key: string
  /** Name of the episode in the data folder. */
  readonly episode: string
}

/**
 * All units of a plan, ordered by seed, so that an interrupted experiment has complete pairs. `digest` returns the
 * SHA-256 of a text in hex.
 */
export function unitsOf(plan: ExperimentPlan, digest: (text: string) => string): readonly Unit[] {
  const { arms, stories, handicaps, seeds, repeats } = plan
  return seeds.flatMap((seed) =>
    range(repeats).flatMap((repeat) =>
      stories.flatMap(({ name: story, sha256 }) =>
        handicaps.flatMap((handicap) =>
          arms.map(({ name: arm }): Unit => {
            const cell = { arm, story, handicap, seed, repeat }
            const key = keyOf(sha256, cell, digest)
            return { ...cell, key, episode: episodeOf(plan.name, cell, key) }
          }),
        ),
      ),
    ),
  )
}

/** The units without those of recorded arms, which are not played. */
export function unitsToPlay({ arms }: ExperimentPlan, units: readonly Unit[]): readonly Unit[] {
  const recorded = new Set(arms.filter(({ files }) => files !== null).map(({ name }) => name))
  return units.filter(({ arm }) => !recorded.has(arm))
}

/** Used in file names. */
export const unitKey = z.string().regex(/^[0-9a-f]{64}$/)

/** The key of a unit, which is the same on every machine and in every experiment. */
export const keyOf = (
  storySha256: string,
  { arm, handicap, seed, repeat }: Pick<Unit, 'arm' | 'handicap' | 'seed' | 'repeat'>,
  digest: (text: string) => string,
): string => digest(JSON.stringify([storySha256, arm, handicap, seed, repeat]))

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)

/** A readable name, which the beginning of the key makes unique in a data folder. */
function episodeOf(experiment: string, unit: Omit<Unit, 'key' | 'episode'>, key: string): string {
  const { arm, story, handicap, seed, repeat } = unit
  const words = [word(experiment, 30), word(arm, 24), word(story.replace(/^.*[\\/]/, ''), 20), handicap]
  return [...words, `s${seed}`, `r${repeat}`, key.slice(0, 8)].join('.')
}

const word = (text: string, longest: number): string =>
  text
    .replaceAll(/[^A-Za-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, longest) || 'x'
