import { planLines, type PlannedLine } from '../grammar/action-candidates'
import {
  calibrateCounters,
  readMaxScore,
  standardCounters,
  UNKNOWN_COUNTERS,
  type Counters,
} from '../facts/calibrate-counters'
import { calibratePlayer } from '../facts/calibrate-player'
import type { PlayerSource, SightRules } from '../facts/rules'
import { calibrateSight } from '../facts/calibrate-sight'
import { readDictionaryWords } from '../grammar/dictionary-words'
import { Endings } from '../facts/endings'
import { decodeGrammar, type Grammar } from '../grammar/grammar'
import { openTrialMachine } from '../facts/find-start'
import type { TrialMachine } from '../facts/trial-machine'
import { findLastingNoise } from '../facts/noise'
import { findVocabulary, type Vocabulary } from '../grammar/noun-phrases'
import { findNounProperty } from '../facts/nouns'
import { findSceneryProperty } from '../facts/shared-scenery'
import { foldName, objectName } from '../facts/status-line'
import type { Noise } from '../facts/world-diff'
import { unlessFault } from '../zmachine/fault'
import type { StoryHeader, HeaderProfileData } from '../zmachine/header'
import type { Machine } from '../zmachine/machine'
import { captureMachine } from '../zmachine/state/machine-state'

/**
 * What experiments found out about a story, each part when it is first needed. It is the same for every state.
 */
export interface StoryKnowledge {
  /** One array for all environments of the story: its compiled code is shared by it. */
  readonly story: Uint8Array
  readonly trialMachine: TrialMachine
  readonly endings: Endings
  readonly counters: Counters
  /** The Standard fixes the counters, so they need no check. */
  readonly countersAreStandard: boolean
  readonly maxScore: number | null
  readonly player: PlayerSource | null
  readonly sight: SightRules | null
  /** The names of all objects, in the form in which they are compared. */
  readonly objectNames: ReadonlySet<string>
  readonly lastingNoise: Noise
  readonly grammar: Grammar | null
  /** The lines of the grammar that a search for valid actions tries. */
  readonly plannedLines: readonly PlannedLine[]
  readonly vocabulary: Vocabulary | null
  /** The property in which locations list shared scenery. */
  readonly sceneryProperty: number | null
}

function studyStory(story: Uint8Array, header: StoryHeader, profile: HeaderProfileData): StoryKnowledge {
  const trialMachine = once(() => openTrialMachine(story, header, profile))
  /** The caller may be in the middle of a trial, so the trial machine's state is restored. */
  const learn = <Answer>(experiment: (trialMachine: TrialMachine) => Answer, unknown: Answer) =>
    once(() => {
      const state = captureMachine(trialMachine().machine)
      trialMachine().startExperiment()
      const answer = unlessFault(() => experiment(trialMachine()), unknown)
      trialMachine().restore(state)
      return answer
    })
  const countersAreStandard = header.version <= 3 && !header.isTimeGame
  const endings = once(() => new Endings(trialMachine()))
  const counters = countersAreStandard ? () => standardCounters({ header }) : learn(calibrateCounters, UNKNOWN_COUNTERS)
  const maxScore = learn(readMaxScore, null)
  const player = learn(calibratePlayer, null)
  const sight = learn((own) => (player() === null ? null : calibrateSight(own, player()!)), null)
  const objectNames = learn<ReadonlySet<string>>(
    ({ machine }) =>
      new Set(Array.from({ length: machine.objects.count }, (_, index) => foldName(objectName(machine, index + 1)))),
    new Set(),
  )
  const lastingNoise = learn<Noise>((own) => findLastingNoise(own, player()?.object ?? null), new Set())
  const grammar = learn(({ machine }) => decodeGrammar(machine), null)
  const plannedLines = learn(({ machine }) => (grammar() === null ? [] : planSpokenLines(machine, grammar()!)), [])
  const vocabulary = learn(({ machine }) => {
    const nounProperty = findNounProperty(machine)
    return nounProperty === null || grammar() === null ? null : findVocabulary(machine, nounProperty, grammar()!)
  }, null)
  const sceneryProperty = learn((own) => {
    if (own.start === null || player() === null) return null
    own.restore(own.start)
    return findSceneryProperty(own.machine, player()!.locationsHolder)
  }, null)
  return {
    story,
    get trialMachine() {
      return trialMachine()
    },
    get endings() {
      return endings()
    },
    get counters() {
      return counters()
    },
    countersAreStandard,
    get maxScore() {
      return maxScore()
    },
    get player() {
      return player()
    },
    get sight() {
      return sight()
    },
    get objectNames() {
      return objectNames()
    },
    get lastingNoise() {
      return lastingNoise()
    },
    get grammar() {
      return grammar()
    },
    get plannedLines() {
      return plannedLines()
    },
    get vocabulary() {
      return vocabulary()
    },
    get sceneryProperty() {
      return sceneryProperty()
    },
  }
}

/** The same knowledge with another player. */
export const withPlayer = (knowledge: StoryKnowledge, player: PlayerSource | null): StoryKnowledge =>
  Object.create(knowledge, { player: { value: player } }) as StoryKnowledge

function once<Answer>(find: () => Answer): () => Answer {
  let known: { readonly answer: Answer } | null = null
  return () => (known ??= { answer: find() }).answer
}

function planSpokenLines(machine: Machine, grammar: Grammar): readonly PlannedLine[] {
  const meta = new Set(
    readDictionaryWords(machine, grammar).flatMap(({ word, isMeta }) => (isMeta === true ? [word] : [])),
  )
  return planLines(machine, grammar, (verb) => meta.has(verb))
}

const MOST_STORIES = 8
const known = new Map<string, StoryKnowledge>()

/** The knowledge of a story, shared by all its environments in this process. `key` names story and profile. */
export function knowledgeOf(
  key: string,
  story: Uint8Array,
  header: StoryHeader,
  profile: HeaderProfileData,
): StoryKnowledge {
  const existing = known.get(key)
  const knowledge = existing ?? studyStory(story, header, profile)
  known.delete(key)
  known.set(key, knowledge)
  if (known.size > MOST_STORIES) known.delete(known.keys().next().value!)
  return knowledge
}
