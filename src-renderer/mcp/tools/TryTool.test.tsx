import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { TryTool } from './TryTool'

beforeEach(() => connectTo())
afterEach(() => {
  cleanup()
  forgetHost()
})

describe('trying a tool', () => {
  it('does not call it while an argument is invalid JSON', () => {
    const run = vi.fn<(call: unknown) => void>()
    const tool = {
      name: 'draw',
      description: '',
      schema: { type: 'object', properties: { from: {}, to: {} } },
      tokens: 1,
      isReadOnly: false,
      isUnsupported: false,
    }
    render(<TryTool tool={tool} test={null} onRun={run} />)
    const type = (name: string, value: string) =>
      fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
    type('from', '[1,')
    type('to', '[2]')
    fireEvent.click(screen.getByRole('button', { name: 'Call draw' }))
    expect(run).not.toHaveBeenCalled()

    type('from', '[1]')
    fireEvent.click(screen.getByRole('button', { name: 'Call draw' }))
    expect(run).toHaveBeenCalledExactlyOnceWith({ tool: 'draw', arguments: { from: [1], to: [2] } })
  })
})
