import { expect, it } from 'vitest'
import type { LibraryEntry } from '@shared/contract/library'
import { lastToolUse } from './tool-names'

const episode = (startedAt: string, toolUse: Readonly<Record<string, number>> | null) =>
  ({ summary: { startedAt, toolUse } }) as LibraryEntry
const unreadable = { summary: null } as LibraryEntry

it('the last use of tools is in the newest episode that had tools', () => {
  const entries = [
    episode('2026-01-02', { 'a.think': 2 }),
    episode('2026-01-03', null),
    episode('2026-01-01', { 'a.think': 9 }),
    unreadable,
  ]
  expect(lastToolUse(entries)).toEqual({ 'a.think': 2 })
  expect(lastToolUse([unreadable, episode('2026-01-03', null)])).toBeNull()
})
