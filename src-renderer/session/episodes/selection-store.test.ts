import { afterEach, expect, it } from 'vitest'
import { chooseAll, chooseNone, chooseUpTo, keepListed, toggleChosen, useSelection } from './selection-store'

afterEach(() => useSelection.setState({ chosen: new Set(), anchor: null }))

const listed = ['a', 'b', 'c', 'd', 'e']
const chosen = () => [...useSelection.getState().chosen].join('')

it('grows and shrinks by one, and by a range from where the last one was', () => {
  toggleChosen('b')
  toggleChosen('d')
  expect(chosen()).toBe('bd')
  chooseUpTo('b', listed)
  expect(chosen()).toBe('bcd')
  chooseUpTo('e', listed)
  expect(chosen()).toBe('de')
  toggleChosen('d')
  expect(chosen()).toBe('e')
})

it('of a range without a beginning starts where the focus was', () => {
  chooseUpTo('c', listed, 'b')
  chooseUpTo('d', listed, 'c')
  expect(chosen()).toBe('bcd')
})

it('begins anew where the anchor is listed no more', () => {
  toggleChosen('gone')
  chooseUpTo('c', listed, 'b')
  expect(chosen()).toBe('bc')
})

it('holds nothing that is not listed', () => {
  chooseAll(listed)
  keepListed(['d', 'a', 'x'])
  expect(chosen()).toBe('da')
  const before = useSelection.getState()
  keepListed(['a', 'd'])
  expect(useSelection.getState()).toBe(before)
  chooseNone()
  expect(chosen()).toBe('')
})
