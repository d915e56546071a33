import type { Certainty, StoryIdentity, Support, InvalidCounters } from '../environment'
import {
  calibrateCounters,
  readMaxScore,
  standardCounters,
  UNKNOWN_COUNTERS,
  type Counters,
} from '../facts/calibrate-counters'
import { calibratePlayer, type PlayerSource } from '../facts/calibrate-player'
import { calibrateSight, type SightRules } from '../facts/calibrate-sight'
import { createEndings, type Endings } from '../facts/endings'
import { findNounProperty, findSceneryProperty } from '../facts/properties'
import { foldName, objectName } from '../facts/status-line'
import { openTrialMachine, type TrialMachine } from '../facts/trial-machine'
import { findLastingNoise, type Noise } from '../facts/world-diff'
import { planLines, type PlannedLine } from '../grammar/action-candidates'
import { readDictionaryWords, decodeGrammar, type Grammar } from '../grammar/grammar'
import { findVocabulary, type Vocabulary } from '../grammar/noun-phrases'
import { catchFault } from '../zmachine/fault'
import type { StoryHeader, HeaderProfileData } from '../zmachine/header'
import type { Machine } from '../zmachine/machine'
import { captureMachine } from '../zmachine/state/machine-state'

/** Results of experiments on a story, valid in every state. Each is computed at its first use. */
export interface StoryKnowledge {
  /** One array for all environments of the story, because compiled code is shared per array. */
  readonly story: Uint8Array
  readonly trialMachine: TrialMachine
  readonly endings: Endings
  readonly counters: Counters
  /** True if the Standard fixes the counters, so that they need no check. */
  readonly countersAreStandard: boolean
  readonly maxScore: number | null
  readonly player: PlayerSource | null
  readonly sight: SightRules | null
  /** The names of all objects, in the form that is used for comparisons. */
  readonly objectNames: ReadonlySet<string>
  readonly lastingNoise: Noise
  readonly grammar: Grammar | null
  /** The grammar lines that a search for valid actions tries. */
  readonly plannedLines: readonly PlannedLine[]
  readonly vocabulary: Vocabulary | null
  /** The property in which locations list shared scenery; null if unknown. */
  readonly sceneryProperty: number | null
}

function studyStory(story: Uint8Array, header: StoryHeader, profile: HeaderProfileData): StoryKnowledge {
  const countersAreStandard = header.version <= 3 && !header.isTimeGame
  /** Restores the trial machine at the end, because the caller may be in the middle of a trial. */
  const learn =
    <Answer>(experiment: (trialMachine: TrialMachine) => Answer, unknown: Answer) =>
    () => {
      const { trialMachine } = known
      const state = captureMachine(trialMachine.machine)
      trialMachine.startExperiment()
      const answer = catchFault(() => experiment(trialMachine), unknown)
      trialMachine.restore(state)
      return answer
    }
  const known: StoryKnowledge = findWhenRead<StoryKnowledge>({
    story: () => story,
    trialMachine: () => openTrialMachine(story, header, profile),
    endings: () => createEndings(known.trialMachine),
    countersAreStandard: () => countersAreStandard,
    counters: countersAreStandard ? () => standardCounters({ header }) : learn(calibrateCounters, UNKNOWN_COUNTERS),
    maxScore: learn(readMaxScore, null),
    player: learn(calibratePlayer, null),
    sight: learn((trialMachine) => known.player && calibrateSight(trialMachine, known.player), null),
    objectNames: learn(
      ({ machine }) => new Set(machine.objects.all().map((object) => foldName(objectName(machine, object)))),
      new Set(),
    ),
    lastingNoise: learn((trialMachine) => findLastingNoise(trialMachine, known.player?.object ?? null), new Set()),
    grammar: learn(({ machine }) => decodeGrammar(machine), null),
    plannedLines: learn(({ machine }) => (known.grammar === null ? [] : planSpokenLines(machine, known.grammar)), []),
    vocabulary: learn(({ machine }) => {
      const nounProperty = findNounProperty(machine)
      return nounProperty === null || known.grammar === null
        ? null
        : findVocabulary(machine, nounProperty, known.grammar)
    }, null),
    sceneryProperty: learn((trialMachine) => {
      if (trialMachine.start === null || known.player === null) return null
      trialMachine.restore(trialMachine.start)
      return findSceneryProperty(trialMachine.machine, known.player.locationsHolder)
    }, null),
  })
  return known
}

/** An object that computes each value when it is first read. */
function findWhenRead<Values extends object>(finders: { readonly [Name in keyof Values]: () => Values[Name] }): Values {
  const found = {} as Values
  for (const name of Object.keys(finders) as (keyof Values)[]) {
    const get = (): Values[typeof name] => {
      const value = finders[name]()
      Object.defineProperty(found, name, { value })
      return value
    }
    Object.defineProperty(found, name, { configurable: true, get })
  }
  return found
}

/** The same knowledge with another player. */
export const withPlayer = (knowledge: StoryKnowledge, player: PlayerSource | null): StoryKnowledge =>
  Object.create(knowledge, { player: { value: player } }) as StoryKnowledge

function planSpokenLines(machine: Machine, grammar: Grammar): readonly PlannedLine[] {
  const meta = new Set(
    readDictionaryWords(machine, grammar).flatMap(({ word, isMeta }) => (isMeta === true ? [word] : [])),
  )
  return planLines(machine, grammar, (verb) => meta.has(verb))
}

const MAX_STORIES = 8
const studied = new Map<string, StoryKnowledge>()

/** The knowledge of a story, shared by all its environments in this process. `key` identifies story and profile. */
export function knowledgeOf(
  key: string,
  story: Uint8Array,
  header: StoryHeader,
  profile: HeaderProfileData,
): StoryKnowledge {
  const existing = studied.get(key)
  const knowledge = existing ?? studyStory(story, header, profile)
  studied.delete(key)
  studied.set(key, knowledge)
  if (studied.size > MAX_STORIES) studied.delete(studied.keys().next().value!)
  return knowledge
}

/** How each fact of a story is known: by the Standard, by experiment, or not at all. */
export function describeSupport(
  knowledge: StoryKnowledge,
  version: StoryIdentity['version'],
  doubts: InvalidCounters,
): Support {
  const { counters, countersAreStandard, player, grammar, trialMachine } = knowledge
  const when = (isKnown: boolean): Certainty => (isKnown ? 'inferred' : 'none')
  const counter = (isKnown: boolean): Certainty => (countersAreStandard ? 'exact' : when(isKnown))
  return {
    score: counter(counters.score !== null && !doubts.score),
    moves: counter(counters.moves !== null && !doubts.moves),
    player: when(player !== null),
    room: version <= 3 ? 'exact' : when(player !== null),
    ending: when(trialMachine.start !== null),
    grammar: grammar === null ? 'none' : 'exact',
    validActions: when(grammar !== null && player !== null),
  }
}
