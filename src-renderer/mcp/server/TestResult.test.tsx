import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { McpCallResult, McpTest } from '@shared/contract/mcp'
import { ENDED_TEST } from './ended-test.testkit'
import { TestResult } from './TestResult'

afterEach(cleanup)

const call: McpCallResult = { tool: 'look', text: null, structured: null, content: null, error: 'It is dark.', ms: 3 }
const worked: McpTest = { ...ENDED_TEST, tools: [], call }
const show = (test: Partial<McpTest>, hidesCall = false) => {
  const state = { refusal: null, unagreed: null, running: false, cancelled: false, entry: null, endedAt: null }
  const whole = { ...state, test: { ...worked, ...test } }
  render(<TestResult server="a" test={whole} hidesCall={hidesCall} onCancel={() => {}} onDismiss={() => {}} />)
  return screen.getByRole('region', { name: 'Connection test' })
}

it('says why a call failed, unless the result of the tool does', () => {
  expect(show({}).textContent).toBe('Connected, but the call of look failed.look: It is dark.')
  cleanup()
  expect(show({}, true).textContent).toBe('Connected, but the call of look failed.')
})

it('an error that a tool returned is not shown as a fault of the server', () => {
  expect(show({ call: { ...call, content: [] } }, true).textContent).toBe('Connected. The tool look returned an error.')
})

it('a failed test has an error icon', () => {
  const failure = { stage: 'start', error: 'It is gone.', fix: '', stderr: '', needsSignIn: false } as const
  show({ call: null, failure })
  const summary = screen.getByText('The test failed.')
  expect([summary.dataset.failed, summary.querySelector('svg') !== null]).toEqual(['true', true])
  cleanup()
  show({ call: null })
  expect(screen.getByText('Connected: 0 tools.').querySelector('svg')).toBeNull()
})
