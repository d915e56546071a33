import type { SearchBatch } from '@shared/contract/long-logs'
import type { HostApi } from '@shared/contract/contract'
import { afterEach, expect, it, vi } from 'vitest'
import { followSearch, useLogSearch } from './log-search'
import { setView } from '../view/view-store'

let closing = new AbortController()
let following = Promise.resolve()
afterEach(async () => {
  setView({ search: '' })
  closing.abort()
  await following
})

const asked: string[] = []
const found = () => useLogSearch.getState().found

function follow(searchEpisode: (search: string, signal: AbortSignal) => AsyncGenerator<SearchBatch>) {
  closing = new AbortController()
  asked.length = 0
  const api: Partial<HostApi> = {
    searchEpisode: ({ search }, signal) => {
      asked.push(search)
      return searchEpisode(search, signal)
    },
  }
  following = followSearch(api as HostApi, 'long', closing.signal)
}

it('asks the host for what an outline lacks and for nothing else', async () => {
  follow(async function* () {
    yield { hits: [4, 9], share: 0.5 }
    yield { hits: [12], share: 1 }
  })
  setView({ search: 'lamp room:cellar' })
  expect(found()).toBeNull()
  setView({ search: 'thought:lamp' })
  await vi.waitFor(() =>
    expect(found()).toEqual({ search: 'thought:lamp', hits: new Set([4, 9, 12]), share: 1, failure: null }),
  )
  expect(asked).toEqual(['thought:lamp'])
})

it('tells the first hits while the rest is being searched', async () => {
  follow(async function* (_search, signal) {
    yield { hits: [], share: 0.1 }
    yield { hits: [4], share: 0.2 }
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  })
  setView({ search: 'tool:act' })
  await vi.waitFor(() => expect(found()).toEqual({ search: 'tool:act', hits: new Set([4]), share: 0.2, failure: null }))
})

it('leaves a search that is no longer wanted, and forgets what it found', async () => {
  const left: string[] = []
  follow(async function* (search, signal) {
    yield { hits: [search.length], share: 0.2 }
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    left.push(search)
  })
  setView({ search: 'thought:lamp' })
  await vi.waitFor(() => expect(found()?.hits.size).toBe(1))
  setView({ search: 'thought:lamps' })
  await vi.waitFor(() => expect(found()?.hits).toEqual(new Set([13])))
  await vi.waitFor(() => expect(left).toEqual(['thought:lamp']))
  setView({ search: '' })
  await vi.waitFor(() => expect(found()).toBeNull())
})

it('says why it ended early, and keeps what it had found', async () => {
  follow(async function* () {
    yield { hits: [3], share: 0.4 }
    throw new Error('Line 70 of events.jsonl cannot be read.')
  })
  setView({ search: 'thought:lamp' })
  await vi.waitFor(() =>
    expect(found()).toEqual({
      search: 'thought:lamp',
      hits: new Set([3]),
      share: 0.4,
      failure: 'Line 70 of events.jsonl cannot be read.',
    }),
  )
})
