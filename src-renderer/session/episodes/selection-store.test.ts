import { afterEach, expect, it } from 'vitest'
import { selectAll, deselectAll, selectUpTo, deselectUnlisted, toggleSelected, useSelection } from './selection-store'

afterEach(() => useSelection.setState({ selected: new Set(), anchor: null }))

const listed = ['a', 'b', 'c', 'd', 'e']
const chosen = () => [...useSelection.getState().selected].join('')

it('changes by one, and by a range from the anchor', () => {
  toggleSelected('b')
  toggleSelected('d')
  expect(chosen()).toBe('bd')
  selectUpTo('b', listed)
  expect(chosen()).toBe('bcd')
  selectUpTo('e', listed)
  expect(chosen()).toBe('de')
  toggleSelected('d')
  expect(chosen()).toBe('e')
})

it('starts a range without an anchor at the focus', () => {
  selectUpTo('c', listed, 'b')
  selectUpTo('d', listed, 'c')
  expect(chosen()).toBe('bcd')
})

it('starts a range at the focus if the anchor is no longer listed', () => {
  toggleSelected('gone')
  selectUpTo('c', listed, 'b')
  expect(chosen()).toBe('bc')
})

it('a selection contains only listed episodes', () => {
  selectAll(listed)
  deselectUnlisted(['d', 'a', 'x'])
  expect(chosen()).toBe('da')
  const before = useSelection.getState()
  deselectUnlisted(['a', 'd'])
  expect(useSelection.getState()).toBe(before)
  deselectAll()
  expect(chosen()).toBe('')
})
