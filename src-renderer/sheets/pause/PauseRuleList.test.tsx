import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { noAnnotations } from '@shared/episode/log/annotate'
import { NO_PAUSE_RULES, type PauseRules } from '@shared/episode/projections/pause-rules'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { PauseRuleList, PauseRulesSheet } from './PauseRulesSheet'

afterEach(cleanup)

const show = (rules: PauseRules) => {
  const onChange = vi.fn<(rules: PauseRules) => void>()
  render(<PauseRuleList rules={rules} onChange={onChange} />)
  const turns = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Number of turns without a score change' })
  const type = (value: string) => fireEvent.change(turns, { target: { value } })
  return { onChange, turns, type, leave: () => fireEvent.blur(turns) }
}

it('a number applies when its field loses the focus; an invalid one is reverted', () => {
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

it('a rule is switched on with the typed number, else with the default', () => {
  const { onChange, turns, type, leave } = show(NO_PAUSE_RULES)
  const turnOn = (name: string) => fireEvent.click(screen.getByRole('switch', { name }))
  expect(turns.value).toBe('25')
  type('7')
  leave()
  expect(onChange).not.toHaveBeenCalled()
  turnOn('Turns without a score change')
  turnOn('Cost reaches a limit in US dollars')
  expect(onChange.mock.calls).toEqual([
    [{ ...NO_PAUSE_RULES, turns_without_score: 7 }],
    [{ ...NO_PAUSE_RULES, cost_usd: 5 }],
  ])
})

it('the sheet mentions the open episode only while it runs', () => {
  useEpisode.getState().open('one', 'live')
  const show = (running: boolean) => {
    const row = { id: 'one', running, readable: true, summary: null, annotations: noAnnotations, reason: null }
    act(() => useEpisodeList.getState().receive({ changed: [row], removed: [] }))
  }
  show(false)
  render(<PauseRulesSheet onClose={() => {}} />)
  expect(screen.queryByText(/this episode/)).toBeNull()
  show(true)
  expect(screen.getByText(/apply to this episode and to each/)).toBeDefined()
  useEpisode.getState().close()
})
