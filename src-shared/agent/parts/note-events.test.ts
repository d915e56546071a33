import { describe, expect, it } from 'vitest'
import type { EventBody } from '../../episode/log/event'
import { NO_MIND } from '../../episode/log/mind-schema'
import { isLive } from '../../episode/log/mind-state'
import { stampAll } from '../../episode/state/arbitrary-episode.testkit'
import { emptyEpisode, type EpisodeState } from '../../episode/state/episode'
import { reduceEpisode } from '../../episode/state/reduce-episode'
import type { MindView } from '../view'
import { blocksOf, type MadeTurn } from './blocks.testkit'
import { contradictedNotes, type GivenNote, noteEvents, notesSection } from './note-events'
import { doneEvents, judgeObjectives, objectiveEvents, objectivesSection } from './objectives'

const HERE: readonly MadeTurn[] = [{ sees: ['brass lamp'] }]
const view = (state: EpisodeState = emptyEpisode, turns: readonly MadeTurn[] = HERE): MindView => ({
  state,
  mind: { ...NO_MIND, parts: ['notes', 'objectives'] },
  blocks: blocksOf(turns),
})
const fold = (state: EpisodeState, events: readonly EventBody[]): EpisodeState =>
  stampAll(events, state.seq + 1).reduce(reduceEpisode, state)

const given = (text: string, more: Partial<GivenNote> = {}): GivenNote => ({
  kind: 'other',
  subject: '',
  value: '',
  text,
  lasts: 'episode',
  ...more,
})
function write(
  state: EpisodeState,
  note: GivenNote,
  turn = 1,
  place: number | null = 1,
  by: 'actor' | 'person' = 'actor',
) {
  return fold(state, noteEvents(view(state), note, { turn, place, by }))
}
const liveNotes = ({ mind }: EpisodeState) => mind.notes.filter(isLive)

describe('a note', () => {
  it('that says almost the same as another about its place confirms it', () => {
    const once = write(emptyEpisode, given('The grating is locked from below.'))
    const twice = write(once, given('the grating is locked, from below'), 5)
    expect(liveNotes(twice).map(({ id, confirmedIn }) => [id, confirmedIn])).toEqual([['n1', [5]]])
    expect(liveNotes(write(once, given('The grating is locked from below.'), 5, 2))).toHaveLength(2)
  })

  it('is cut between characters, never within one', () => {
    const [note] = liveNotes(write(emptyEpisode, given(`${'a'.repeat(239)}😀 and on`)))
    expect(note?.text).toBe('a'.repeat(239))
  })

  it('without a place is limited to forty, even if no location is known', () => {
    let state = emptyEpisode
    for (let index = 0; index < 50; index++) state = write(state, given(`number ${index} alone`), index, null)
    expect(liveNotes(state)).toHaveLength(40)
  })

  it('of the same kind, subject and place replaces the earlier one', () => {
    const first = write(emptyEpisode, given('It needs a key.', { kind: 'puzzle', subject: 'the grating' }))
    const second = write(first, given('It opens with the skull.', { kind: 'puzzle', subject: 'grating' }), 4)
    expect(second.mind.notes.map(({ id, closed }) => [id, closed?.why])).toEqual([
      ['n1', 'superseded'],
      ['n2', undefined],
    ])
  })

  it("is limited to six per place and forty in all; a person's notes are dropped last", () => {
    let state = write(emptyEpisode, given('of a person zero'), 1, 1, 'person')
    for (let index = 1; index <= 500; index++)
      state = write(state, given(`word${index} number${index} thing${index}`), index, index % 9)
    for (const place of Array.from({ length: 9 }, (_, at) => at))
      expect(liveNotes(state).filter((note) => note.place === place).length).toBeLessThanOrEqual(6)
    expect(liveNotes(state).length).toBeLessThanOrEqual(40)
    expect(liveNotes(state)[0]?.text).toBe('of a person zero')
    expect(notesSection(view(state))?.length).toBeLessThanOrEqual(1440)
  })

  it('is cut if it is too long, and marked; an empty one is ignored', () => {
    const [event] = noteEvents(view(), given(`  ${'x'.repeat(10_000)}`), { turn: 1, place: null, by: 'actor' })
    expect(event).toMatchObject({ cut: true, text: 'x'.repeat(240) })
    expect(noteEvents(view(), given('   '), { turn: 1, place: null, by: 'actor' })).toEqual([])
  })

  it('about an object is contradicted by seeing or carrying it elsewhere, or not seeing it', () => {
    const state = write(
      emptyEpisode,
      given('The lamp is here.', { kind: 'object_at', subject: 'lamp', value: 'Room 1' }),
    )
    const after = (...turns: readonly MadeTurn[]) => contradictedNotes(view(state, [...HERE, ...turns]))
    expect(after({})).toEqual([])
    expect(after({ place: 2, sees: ['rug'] })).toEqual([])
    expect(after({ place: 2, sees: ['brass lamp'] }, { sees: ['brass lamp'] })).toEqual([])
    expect(after({ sees: [] })).toEqual(['n1'])
    expect(after({ sees: [], outcome: 'dark' })).toEqual([])
  })

  it('about an exit is contradicted by where the exit leads', () => {
    const state = write(emptyEpisode, given('North is Room 3.', { kind: 'exit', subject: 'north', value: 'Room 3' }))
    const after = (...turns: readonly MadeTurn[]) =>
      contradictedNotes(view(state, [{ place: 3 }, { place: 1 }, ...turns]))
    expect(after({ action: 'north', place: 3 })).toEqual([])
    expect(after({ action: 'north', place: 2 })).toEqual(['n1'])
  })
})

describe('an objective', () => {
  const set = (state: EpisodeState, text: string, turn = 1, turns: readonly MadeTurn[] = HERE) =>
    fold(state, objectiveEvents(view(state, turns), text, { turn, by: 'actor' }))

  it('is not set twice, and is limited to five: the oldest is dropped', () => {
    let state = set(set(emptyEpisode, 'open the grating'), 'Open the  grating')
    expect(state.objectives).toHaveLength(1)
    for (let index = 0; index < 200; index++) state = set(state, `aim ${index} ${'x'.repeat(500)}`)
    expect(state.objectives.filter(isLive)).toHaveLength(5)
    expect(state.objectives[0]?.closed?.how).toBe('dropped')
    expect(objectivesSection(view(state))?.length).toBeLessThanOrEqual(720)
  })

  it('has a check if it names one place or object that the player knows', () => {
    const turns: readonly MadeTurn[] = [{ place: 2 }, { place: 1, sees: ['brass lamp', 'rug'] }]
    const check = (text: string) => set(emptyEpisode, text, 1, turns).objectives[0]?.check
    expect(check('Go back to Room 2.')).toEqual({ kind: 'visit', location: 2 })
    expect(check('take the lamp')).toEqual({ kind: 'hold', object: 100 })
    expect(check('reach 50 points')).toEqual({ kind: 'score', at_least: 50 })
    for (const text of ['reach the castle', 'take everything', 'reach Room', 'be brave'])
      expect(check(text)).toEqual({ kind: 'none' })
  })

  it('is closed by facts, by its author, or after sixty turns', () => {
    const turns: readonly MadeTurn[] = [{ place: 2 }, { place: 1 }]
    const state = set(set(emptyEpisode, 'go to Room 2', 1, turns), 'understand the dream', 1, turns)
    const judged = (turn: number, now: readonly MadeTurn[]) =>
      judgeObjectives(view(state, now), turn).flatMap((event) =>
        event.event_type === 'objective_closed' ? [[event.id, event.how, event.evidence_turn]] : [],
      )
    expect(judged(3, turns)).toEqual([])
    expect(judged(3, [...turns, { place: 2 }])).toEqual([['o1', 'met', 3]])
    expect(judged(61, turns)).toEqual([
      ['o1', 'stale', null],
      ['o2', 'stale', null],
    ])
    expect(doneEvents(view(state), 'o2', 4, 'actor')).toMatchObject([{ id: 'o2', how: 'done', by: 'actor' }])
    expect(doneEvents(view(state), 'o9', 4, 'actor')).toEqual([])
  })
})
