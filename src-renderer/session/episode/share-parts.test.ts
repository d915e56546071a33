import type { LoggedEvent } from '@shared/episode/event'
import { sampleEpisode } from '@shared/episode/sample-episode.testkit'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharer } from './share-parts'

const parse = (events: readonly LoggedEvent[]) => JSON.parse(JSON.stringify(events)) as readonly LoggedEvent[]

it('what it is given says the same as before, whatever that is', () => {
  const share = sharer()
  const anything = fc.dictionary(
    fc.constantFrom('a', 'b', '0', 'c'),
    fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<unknown>(0, 1, null, true, 'x', 'y', []),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', '0'), tie('value'), { maxKeys: 3 }),
      ),
    })).value,
  )
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 20 }), (bodies) => {
      const events = bodies.map((body, seq) => ({
        ...body,
        seq,
        event_type: 'mcp_tool_call',
      })) as unknown as readonly LoggedEvent[]
      const parsed = parse(events)
      share(parsed)
      expect(parsed).toEqual(events)
    }),
  )
})

it('says the same also once more has been seen than is looked back for', () => {
  const log = sampleEpisode({ turns: 400 })
  const parsed = parse(log)
  sharer()(parsed)
  expect(parsed).toEqual(log)
})

it('keeps once what an event says as the one before it did', () => {
  const observed = sampleEpisode({ turns: 30 }).filter((event) => event.event_type === 'observation_made')
  const parsed = parse(observed).filter((event) => event.event_type === 'observation_made')
  sharer()(parsed)
  const lists = (field: 'inventory' | 'notices') => new Set(parsed.map((event) => event[field])).size
  expect(lists('notices')).toBe(1)
  expect(lists('inventory')).toBe(new Set(observed.map(({ inventory }) => JSON.stringify(inventory))).size)
})
