import { expect, it } from 'vitest'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { pairRows } from './pair-rows'

const a = foldEvents(sampleEpisode({ turns: 6 }))
const b = foldEvents(sampleEpisode({ turns: 4, openTurn: true }))
const none = { a: false, b: false }
const keysOf = (rows: ReturnType<typeof pairRows>) => rows.map(({ key }) => key)

it('folds the common turns into one row, and shows them once if unfolded', () => {
  expect(keysOf(pairRows({ a, b }, none, { divergesAt: 3, isUnfolded: false }))).toEqual([
    'fold',
    'pair-3',
    'pair-4',
    'pair-5',
    'pair-6',
  ])
  const unfolded = pairRows({ a, b }, none, { divergesAt: 3, isUnfolded: true })
  expect(keysOf(unfolded).slice(0, 4)).toEqual(['fold', 'shared-0', 'shared-1', 'shared-2'])
  expect(unfolded[0]).toMatchObject({ turns: 2 })
  expect(keysOf(pairRows({ a, b }, none, { divergesAt: 0, isUnfolded: false }))[0]).toBe('pair-0')
})

it('counts the turns of two episodes that are the same', () => {
  expect(pairRows({ a, b: a }, none, { divergesAt: Infinity, isUnfolded: false })).toMatchObject([{ turns: 6 }])
})

it('leaves a cell empty if only one side has the turn', () => {
  const rows = pairRows({ a, b }, none, { divergesAt: 3, isUnfolded: false })
  const cells = rows.flatMap((row) => (row.kind === 'pair' ? [row.cells] : []))
  expect(cells.map((pair) => [pair.a[0]?.kind, pair.b[0]?.kind])).toEqual([
    ['turn', 'turn'],
    ['turn', 'live'],
    ['turn', undefined],
    ['turn', undefined],
  ])
})

it('puts an end below the last turn of its side', () => {
  const ended = foldEvents(sampleEpisode({ turns: 4 }))
  const rows = pairRows({ a, b: ended }, { a: true, b: true }, { divergesAt: 4, isUnfolded: false })
  const kinds = rows.flatMap((row) => (row.kind === 'pair' ? [[row.turn, ...row.cells.b.map(({ kind }) => kind)]] : []))
  expect(kinds).toEqual([[4, 'turn', 'end'], [5], [6]])
})

it('leaves all cells of an unread side empty', () => {
  const rows = pairRows({ a, b: { ...a, opening: null, turns: [], openTurn: null, ended: null } }, none, {
    divergesAt: 0,
    isUnfolded: false,
  })
  expect(rows.every((row) => row.kind === 'pair' && row.cells.b.length === 0)).toBe(true)
  expect(rows).toHaveLength(7)
})
