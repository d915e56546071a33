import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FrozenKnowledge } from '../../episode/log/knowledge-schema'
import { diffKnowledge } from './diff'
import { foldKnowledge, rankEntries, statusOf } from './knowledge'
import { type KnowledgeEvent, knowledgeEvent, type KnowledgeEventOf } from './knowledge-event'
import { freezeKnowledge, knowledgeOfPlace, knowledgePrompt } from './slice'
import { eventsInScope, findVersion, versionsOf } from './versions'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const ZORK = 'a'.repeat(64)
const OTHER = 'b'.repeat(64)
const K2 = { story: ZORK, level: 'K2' } as const

const story = fc.constantFrom(ZORK, OTHER, null)
const id = fc.integer({ min: 1, max: 8 }).map((number) => `k${number}`)
const evidence = fc.record({
  episode: fc.constantFrom('e1', 'e2', 'e3'),
  turn: fc.nat(50),
  quote: fc.constantFrom('Taken.', 'You are in a kitchen.'),
})
const about = { at: fc.integer({ min: 0, max: 9 }).map((second) => `2026-01-01T00:00:0${second}.000Z`), story, id }
const event: fc.Arbitrary<KnowledgeEvent> = fc.oneof(
  fc.record({
    event_type: fc.constant('entry_added' as const),
    ...about,
    kind: fc.constantFrom('gain' as const, 'exit' as const, 'note' as const),
    place: fc.option(fc.constantFrom({ id: 1, name: 'Kitchen' }, { id: 2, name: 'Attic' })),
    subject: fc.constantFrom('north', 'take lamp'),
    value: fc.constant(''),
    text: fc.constantFrom('north leads to Attic#2', 'The lamp needs oil.'),
    by: fc.constantFrom('rules' as const, 'person' as const, 'import' as const),
    evidence: fc.option(evidence),
  }),
  fc.record({ event_type: fc.constant('entry_confirmed' as const), ...about, evidence }),
  fc.record({ event_type: fc.constant('entry_contradicted' as const), ...about, evidence }),
  fc.record({
    event_type: fc.constant('entry_edited' as const),
    ...about,
    text: fc.constant('The lamp needs a match.'),
  }),
  fc.record({ event_type: fc.constantFrom('entry_retired' as const, 'entry_restored' as const), ...about }),
)
const events = fc.array(event, { maxLength: 40 })

describe('the store of knowledge', () => {
  it('is a fold: events in two parts give the same as all at once, and unknown ones change nothing', () => {
    fc.assert(
      fc.property(events, events, (first, then) => {
        expect(foldKnowledge(then, foldKnowledge(first))).toEqual(foldKnowledge([...first, ...then]))
        expect(first.map((each) => knowledgeEvent.parse(JSON.parse(JSON.stringify(each))))).toEqual(first)
      }),
    )
  })

  it('has slices and prompts that are functions of the version’s hash, story and level', () => {
    const slices = new Map<string, FrozenKnowledge | null>()
    fc.assert(
      fc.property(events, fc.constantFrom('K1' as const, 'K2' as const), (all, level) => {
        const scope = { story: ZORK, level }
        const slice = freezeKnowledge(all, scope, digest)
        const key = `${level} ${slice?.sha256}`
        expect(slice).toEqual(slices.get(key) ?? slice)
        slices.set(key, slice)
        // Neither other stories nor what comes later changes a version.
        const own = eventsInScope(all, scope)
        expect(freezeKnowledge(own, scope, digest)).toEqual(slice)
        expect(own.some((each) => each.story === OTHER || (level === 'K1' && each.story === ZORK))).toBe(false)
        for (const version of versionsOf(own, digest))
          expect(freezeKnowledge(own.slice(0, version.events), scope, digest)?.sha256).toBe(version.sha256)
      }),
    )
  })

  it('shows nothing at K0, and keeps its lines between the marks in every prompt', () => {
    fc.assert(
      fc.property(events, (all) => {
        expect(freezeKnowledge(all, { story: ZORK, level: 'K0' }, digest)).toBeNull()
        const slice = freezeKnowledge(all, K2, digest) ?? undefined
        for (const prompt of [knowledgePrompt(slice), knowledgeOfPlace(slice, 1)])
          if (prompt !== null) {
            expect(prompt.match(/<<<|>>>/g)).toEqual(['<<<', '>>>'])
            expect(prompt.endsWith('\nnotes>>>')).toBe(true)
          }
      }),
    )
  })
})

const added = (more: Partial<KnowledgeEventOf<'entry_added'>> = {}): KnowledgeEvent => ({
  event_type: 'entry_added',
  at: '2026-01-01T00:00:00.000Z',
  story: ZORK,
  id: 'k1',
  kind: 'gain',
  place: { id: 1, name: 'Kitchen' },
  subject: 'open sack',
  value: '',
  text: '"open sack" gained 5 points',
  by: 'rules',
  evidence: { episode: 'e1', turn: 3, quote: 'Opened.' },
  ...more,
})
const later = (type: 'entry_confirmed' | 'entry_contradicted', episode: string, at = '2026-01-02T00:00:00.000Z') =>
  ({ event_type: type, at, story: ZORK, id: 'k1', evidence: { episode, turn: 1, quote: 'No.' } }) as const
const entryAfter = (...all: readonly KnowledgeEvent[]) => foldKnowledge(all).entries.get('k1')
const statusAfter = (...all: readonly KnowledgeEvent[]) => {
  const entry = entryAfter(...all)
  return entry && statusOf(entry)
}

describe('an entry', () => {
  it('is a candidate until a second episode confirms it; the same episode does not count twice', () => {
    expect(statusAfter(added())).toBe('candidate')
    expect(statusAfter(added(), later('entry_confirmed', 'e1'))).toBe('candidate')
    expect(statusAfter(added(), later('entry_confirmed', 'e2'))).toBe('confirmed')
    expect(statusAfter(added({ by: 'person', evidence: null }))).toBe('confirmed')
    expect(statusAfter(added({ by: 'import', evidence: null }), later('entry_confirmed', 'e2'))).toBe('candidate')
  })

  it('lists at most 200 episodes, so that a long file is folded in linear time', () => {
    const seen = Array.from({ length: 20_000 }, (_, index) => later('entry_confirmed', `e${index + 2}`))
    expect(entryAfter(added(), ...seen)?.evidence).toHaveLength(200)
  })

  it('is retired by contradictions of two episodes or by a person, who can restore it', () => {
    const against = [later('entry_contradicted', 'e2'), later('entry_contradicted', 'e3')]
    const about = { at: '2026-01-03T00:00:00.000Z', story: ZORK, id: 'k1' }
    expect(statusAfter(added(), ...against.slice(0, 1), ...against.slice(0, 1))).toBe('candidate')
    expect(statusAfter(added(), ...against)).toBe('retired')
    expect(statusAfter(added(), { event_type: 'entry_retired', ...about })).toBe('retired')
    expect(statusAfter(added(), ...against, { event_type: 'entry_restored', ...about })).toBe('candidate')
    expect(freezeKnowledge([added(), ...against], K2, digest)?.text).toBe('')
  })

  it('is shown with its place and certainty, most certain first', () => {
    const all = [
      added({ id: 'k2', place: null, kind: 'note', text: 'The lamp needs oil.', by: 'import', evidence: null }),
      added(),
      later('entry_confirmed', 'e2'),
      added({ id: 'k3', kind: 'exit', subject: 'up', value: '2', text: 'up leads to Attic#2' }),
    ]
    expect(rankEntries(foldKnowledge(all).entries.values()).map((entry) => entry.id)).toEqual(['k1', 'k3', 'k2'])
    const slice = freezeKnowledge(all, K2, digest)
    expect(slice).toMatchObject({ level: 'K2', entries: 3, episodes: 2, same_story: true })
    expect(slice?.text).toBe(
      [
        '- Kitchen#1: "open sack" gained 5 points (seen in 2 episodes)',
        '- The lamp needs oil. (from a file)',
        '- Kitchen#1: up leads to Attic#2',
      ].join('\n'),
    )
    expect(slice?.places).toEqual([
      {
        id: 1,
        text: '- "open sack" gained 5 points (seen in 2 episodes)\n- up leads to Attic#2 (seen in one episode)',
      },
    ])
  })

  it('keeps its section within the maximum length, however many entries there are', () => {
    const many = Array.from({ length: 2000 }, (_, number) =>
      added({ id: `k${number + 1}`, text: `Note ${number} ${'x'.repeat(200)}`, subject: `${number}` }),
    )
    const slice = freezeKnowledge(many, K2, digest)
    expect(slice?.entries).toBe(2000)
    expect(slice?.text.length).toBeLessThan(1200 * 3.6)
    expect(slice?.places[0]?.text.length).toBeLessThan(250 * 3.6)
  })

  it('appears in the difference between two versions, each found by the beginning of its hash', () => {
    const all = [added(), later('entry_confirmed', 'e2'), added({ id: 'k2', at: '2026-01-02T00:00:00.000Z' })]
    const versions = versionsOf(all, digest)
    expect(versions.map((version) => version.events)).toEqual([0, 1, 3])
    expect(findVersion(versions, versions[1]?.sha256.slice(0, 12) ?? '')).toBe(versions[1])
    expect(findVersion(versions, '')).toBeNull()
    const [before, after] = [all.slice(0, 1), all].map((part) => foldKnowledge(part).entries)
    expect(before && after && diffKnowledge(before, after).map(({ kind, after: { id: of } }) => [of, kind])).toEqual([
      ['k1', 'confirmed'],
      ['k2', 'added'],
    ])
  })
})
