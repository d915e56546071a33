import { expect, it } from 'vitest'
import { linksIn, readLink } from './episode-link'

it('a link names an episode, at a turn or live', () => {
  const episodeId = '2026-01-02-zork1'
  expect(readLink(`zorkgpt://episode/${episodeId}/12`)).toEqual({ kind: 'link', episodeId, turn: 12 })
  expect(readLink(`zorkgpt://episode/${episodeId}`)).toEqual({ kind: 'link', episodeId, turn: null })
  expect(readLink(`zorkgpt://episode/${episodeId}/`)).toEqual({ kind: 'link', episodeId, turn: null })
})

it.each([
  'zorkgpt://episode/../secrets',
  'zorkgpt://episode/%2e%2e/1',
  'zorkgpt://episode/a/-1',
  'zorkgpt://episode/a/1/2',
  'zorkgpt://episode/a?x=1',
  'zorkgpt://episode/a#/1',
  'zorkgpt://story/a',
  'zorkgpt:episode/a',
  'https://episode/a/1',
  `zorkgpt://episode/${'a'.repeat(200)}`,
])('%s is not a link of this app', (link) => {
  expect(readLink(link)).toBeNull()
})

it('a link among arguments is recognized by its scheme', () => {
  expect(linksIn(['.', '--data', 'x', 'zork1.z3', 'ZORKGPT://episode/a', 'zorkgpt.toml'])).toEqual([
    'ZORKGPT://episode/a',
  ])
})
