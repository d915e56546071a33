import { z } from 'zod'
import { settings } from '../settings/settings'
import { HANDICAPS, type Handicap } from '../episode/log/event'
import { LONGEST_PROMPT } from '../episode/log/prompt-limit'
import { PLAYER_TRAITS } from '../episode/state/players'
import { experimentTables, PRIMARY_MEASURES } from './experiment-table'

const { name, baseline } = experimentTables.shape.experiment.shape

const plannedArm = z.object({
  name,
  /** In force for its episodes. */
  settings,
  /** In the place of the app's own; null: that one. */
  prompt: z.string().max(LONGEST_PROMPT).nullable(),
  /** Recorded episodes, by their absolute paths, in the place of episodes that are played. */
  files: z.array(z.string()).nullable(),
  /** A program of one's own that plays, with its arguments, and where it is started. */
  agent: z.object({ command: z.array(z.string()), folder: z.string() }).nullable(),
})
export type PlannedArm = Readonly<z.output<typeof plannedArm>>

const plannedStory = z.object({
  /** As the file names it. */
  name: z.string(),
  title: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  path: z.string(),
})
export type PlannedStory = Readonly<z.output<typeof plannedStory>>

const { budget, stop, provider, workers, prices } = experimentTables.shape

/**
 * An experiment as it was frozen when it was first run: what is played, and how it is judged. Later runs may only add
 * seeds, repeats, stories, handicaps and arms; the terms on which it is run may change each time.
 */
export const experimentPlan = z.object({
  format: z.literal(1),
  name,
  app_version: z.string(),
  primary: z.enum(PRIMARY_MEASURES),
  baseline: baseline.unwrap(),
  seeds: z.array(z.number().int()),
  repeats: z.number().int().positive(),
  stories: z.array(plannedStory).min(1),
  handicaps: z.array(z.enum(HANDICAPS)).min(1),
  arms: z.array(plannedArm).min(1),
  terms: z.object({ budget, stop, provider, workers, prices }),
})
export type ExperimentPlan = Readonly<z.output<typeof experimentPlan>>

/** As many as one experiment takes: whoever looks at one holds all of them. */
const MOST_UNITS = 100_000

/** Why it has too many of them, as a clause; null if it has not. */
export function whyTooLarge({ arms, stories, handicaps, seeds, repeats }: ExperimentPlan): string | null {
  const count = arms.length * stories.length * handicaps.length * seeds.length * repeats
  return count > MOST_UNITS
    ? `it has ${count.toLocaleString('en')} episodes, and takes ${MOST_UNITS.toLocaleString('en')} at most`
    : null
}

/** Who plays an arm, for a person. */
export function playerOf({ settings: inForce, files, agent }: PlannedArm): string {
  if (files !== null) return 'recorded'
  if (agent !== null) return agent.command.join(' ')
  const { player } = inForce.run
  return PLAYER_TRAITS[player].isChosenModel ? inForce.llm.agent_model : player
}

/** Whether it asks a model that somebody pays for: tokens and cost count for those alone. */
export const asksModel = ({ settings: inForce, files, agent }: PlannedArm): boolean =>
  files !== null ||
  agent !== null ||
  PLAYER_TRAITS[inForce.run.player].isChosenModel ||
  PLAYER_TRAITS[inForce.run.player].playsByTools

/** What helps it, where it is a player that has a mind. */
export const mindOfArm = ({ settings: inForce, files, agent }: PlannedArm): string | null =>
  files === null && agent === null && PLAYER_TRAITS[inForce.run.player].hasMind ? inForce.mind.preset : null

export const turnLimitOf = ({ settings: inForce }: PlannedArm): number => inForce.orchestrator.max_turns_per_episode

/**
 * Why an experiment that was begun cannot go on as another plan says, as a sentence; null if it can: nothing that was
 * played counts for less in it.
 */
export function whyIncompatible(begun: ExperimentPlan, next: ExperimentPlan): string | null {
  for (const story of begun.stories) {
    const same = next.stories.find((candidate) => candidate.name === story.name)
    if (same === undefined) return `the story "${story.name}" was part of it and is missing now`
    if (same.sha256 !== story.sha256)
      return `the story "${story.name}" is another file now (its SHA-256 is ${same.sha256}, it was ${story.sha256})`
  }
  for (const arm of begun.arms) {
    const same = next.arms.find((candidate) => candidate.name === arm.name)
    if (same === undefined) return `the arm "${arm.name}" was part of it and is missing now`
    const changed = changedKeys(arm, same)
    if (changed.length > 0) return `the arm "${arm.name}" plays by other rules now (${changed.join(', ')})`
  }
  const handicap = begun.handicaps.find((candidate) => !next.handicaps.includes(candidate))
  if (handicap !== undefined) return `the handicap ${handicap} was part of it and is missing now`
  const has = new Set(next.seeds)
  const seed = begun.seeds.find((candidate) => !has.has(candidate))
  if (seed !== undefined) return `the seed ${seed} was part of it and is missing now`
  return next.repeats < begun.repeats ? `it had ${begun.repeats} repeats, and has fewer now` : null
}

/** By their dotted paths. What bounds an episode's cost is no rule of its play: who pays may pay more. */
function changedKeys(one: PlannedArm, other: PlannedArm): readonly string[] {
  const isSame = (value: unknown, against: unknown) => JSON.stringify(value) === JSON.stringify(against)
  const tables = Object.keys(one.settings).filter((table): table is keyof PlannedArm['settings'] => table !== 'limits')
  const inTables = tables.flatMap((table) => {
    const [before, after]: readonly Readonly<Record<string, unknown>>[] = [one.settings[table], other.settings[table]]
    return Object.keys(after ?? {})
      .filter((key) => !isSame(before?.[key], after?.[key]))
      .map((key) => `${table}.${key}`)
  })
  const beside = [
    ...(isSame(one.prompt, other.prompt) ? [] : ['prompt']),
    // More recordings are more repeats; those that joined stay.
    ...((one.files === null) === (other.files === null) ? [] : ['files']),
    ...(isSame(one.agent?.command, other.agent?.command) ? [] : ['agent']),
  ]
  return [...inTables, ...beside]
}

/** A cell: of one arm what it comes to in one story with one handicap. */
export interface Cell {
  readonly arm: string
  readonly story: string
  readonly handicap: Handicap
}

/** One episode that is wanted. */
export interface Unit extends Cell {
  readonly seed: number
  /** From 1. */
  readonly repeat: number
  readonly key: string
  /** Its name in the data folder. */
  readonly episode: string
}

/**
 * All that are wanted, in the order they are begun: all of a seed before those of the next, so that what is broken off
 * still has its pairs. `digest` gives the SHA-256 of a text, in hex.
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

/** Files are named by it. */
export const unitKey = z.string().regex(/^[0-9a-f]{64}$/)

/** The same for the same unit on every machine, and in whatever experiment. */
export const keyOf = (
  storySha256: string,
  { arm, handicap, seed, repeat }: Pick<Unit, 'arm' | 'handicap' | 'seed' | 'repeat'>,
  digest: (text: string) => string,
): string => digest(JSON.stringify([storySha256, arm, handicap, seed, repeat]))

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)

/** Legible, and of its own by the key: no two units of a data folder share one. */
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
