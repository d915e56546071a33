import { planLines, type PlannedLine } from './action-candidates'
import { calibrateCounters, UNKNOWN_COUNTERS, type Counters } from './calibrate-counters'
import { calibratePlayer, type PlayerSource } from './calibrate-player'
import { calibrateSight, type SightRules } from './calibrate-sight'
import { readDictionaryWords } from './dictionary-words'
import { Endings } from './endings'
import { decodeGrammar, type Grammar } from './grammar'
import { Laboratory } from './laboratory'
import { findLastingNoise } from './noise'
import { findVocabulary, type Vocabulary } from './noun-phrases'
import { findNounProperty } from './nouns'
import { findSceneryProperty } from './shared-scenery'
import type { Noise } from './world-diff'
import { unlessFault } from './zmachine/fault'
import type { StoryHeader } from './zmachine/header'
import type { HeaderProfileData } from './zmachine/header-profile'
import { captureMachine } from './zmachine/machine-state'

/** What was learned about a story by experiment, each part when it is first asked for. The same for every state of the story. */
export class StoryKnowledge {
  readonly laboratory: Laboratory
  readonly endings: Endings
  readonly nounProperty: number | null
  private knownCounters: Counters | undefined
  private knownPlayer: PlayerSource | null | undefined
  private knownSight: SightRules | null | undefined
  private knownNoise: Noise | undefined
  private knownGrammar: Grammar | null | undefined
  private knownLines: readonly PlannedLine[] | undefined
  private knownVocabulary: Vocabulary | null | undefined
  private knownScenery: number | null | undefined

  constructor(story: Uint8Array, header: StoryHeader, profile: HeaderProfileData) {
    this.laboratory = new Laboratory(story, header, profile)
    this.endings = new Endings(this.laboratory)
    this.nounProperty = this.learn(() => findNounProperty(this.laboratory.machine), null)
  }

  get counters(): Counters {
    return (this.knownCounters ??= this.learn(() => calibrateCounters(this.laboratory), UNKNOWN_COUNTERS))
  }

  get player(): PlayerSource | null {
    if (this.knownPlayer === undefined) this.knownPlayer = this.learn(() => calibratePlayer(this.laboratory), null)
    return this.knownPlayer
  }

  get sight(): SightRules | null {
    if (this.knownSight === undefined) this.knownSight = this.player === null ? null : this.learn(() => calibrateSight(this.laboratory, this.player!), null)
    return this.knownSight
  }

  get lastingNoise(): Noise {
    return (this.knownNoise ??= this.learn(() => findLastingNoise(this.laboratory, this.player?.object ?? null), new Set()))
  }

  get grammar(): Grammar | null {
    if (this.knownGrammar === undefined) this.knownGrammar = this.learn(() => decodeGrammar(this.laboratory.machine), null)
    return this.knownGrammar
  }

  /** The lines of the grammar that a search for valid actions tries. */
  get plannedLines(): readonly PlannedLine[] {
    return (this.knownLines ??= this.learn(() => this.planLines(), []))
  }

  get vocabulary(): Vocabulary | null {
    if (this.knownVocabulary === undefined) this.knownVocabulary = this.learn(() => this.findVocabulary(), null)
    return this.knownVocabulary
  }

  /** The property in which rooms list scenery they share. */
  get sceneryProperty(): number | null {
    if (this.knownScenery === undefined) this.knownScenery = this.learn(() => this.findScenery(), null)
    return this.knownScenery
  }

  /** Whoever asks may be in the middle of a trial: the laboratory's machine is left as it was. */
  private learn<Answer>(experiment: () => Answer, unknown: Answer): Answer {
    const state = captureMachine(this.laboratory.machine)
    this.laboratory.begin()
    const answer = unlessFault(experiment, unknown)
    this.laboratory.restore(state)
    return answer
  }

  private planLines(): readonly PlannedLine[] {
    const { machine } = this.laboratory
    if (this.grammar === null) return []
    const meta = new Set(readDictionaryWords(machine, this.grammar).flatMap(({ word, isMeta }) => (isMeta === true ? [word] : [])))
    return planLines(machine, this.grammar, (verb) => meta.has(verb))
  }

  private findVocabulary(): Vocabulary | null {
    return this.nounProperty === null || this.grammar === null ? null : findVocabulary(this.laboratory.machine, this.nounProperty, this.grammar)
  }

  private findScenery(): number | null {
    if (this.laboratory.start === null || this.player === null) return null
    this.laboratory.restore(this.laboratory.start)
    return findSceneryProperty(this.laboratory.machine, this.player.roomsHolder)
  }
}

const MOST_STORIES = 8
const known = new Map<string, StoryKnowledge>()

/** The knowledge of a story, shared by all its environments in this process. `key` names story and profile. */
export function knowledgeOf(key: string, story: Uint8Array, header: StoryHeader, profile: HeaderProfileData): StoryKnowledge {
  const existing = known.get(key)
  const knowledge = existing ?? new StoryKnowledge(story, header, profile)
  known.delete(key)
  known.set(key, knowledge)
  if (known.size > MOST_STORIES) known.delete(known.keys().next().value!)
  return knowledge
}
