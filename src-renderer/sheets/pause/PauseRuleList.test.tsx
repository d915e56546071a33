import { NO_PAUSE_RULES, type PauseRules } from '@shared/episode/projections/pause-rules'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PauseRuleList } from './PauseRuleList'

afterEach(cleanup)

const show = (rules: PauseRules) => {
  const onChange = vi.fn<(rules: PauseRules) => void>()
  render(<PauseRuleList rules={rules} onChange={onChange} />)
  const turns = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Turns without score' })
  const type = (value: string) => fireEvent.change(turns, { target: { value } })
  return { onChange, turns, type, leave: () => fireEvent.blur(turns) }
}

it('a number of a rule holds once its field is left, and what cannot hold gives way to the one that does', () => {
  const rules = { ...NO_PAUSE_RULES, turns_without_score: 12 }
  const { onChange, turns, type, leave } = show(rules)
  type('7')
  expect(onChange).not.toHaveBeenCalled()
  leave()
  expect(onChange.mock.calls).toEqual([[{ ...rules, turns_without_score: 7 }]])
  type('0')
  leave()
  expect([onChange.mock.calls.length, turns.value]).toEqual([1, '12'])
})

it('a rule that is off is switched on with the number that was typed for it, else with the usual one', () => {
  const { onChange, turns, type, leave } = show(NO_PAUSE_RULES)
  const turnOn = (name: string) => fireEvent.click(screen.getByRole('switch', { name }))
  expect(turns.value).toBe('25')
  type('7')
  leave()
  expect(onChange).not.toHaveBeenCalled()
  turnOn('So many turns without score')
  turnOn('Cost over so many US dollars')
  expect(onChange.mock.calls).toEqual([
    [{ ...NO_PAUSE_RULES, turns_without_score: 7 }],
    [{ ...NO_PAUSE_RULES, cost_usd: 5 }],
  ])
})
