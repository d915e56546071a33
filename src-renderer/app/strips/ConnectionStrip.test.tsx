import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AppInfo } from '@shared/contract/app'
import { useConnection } from '../../session/connection/connection-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { setUnsaved } from '../../session/view/unsaved'
import { addressIn, ConnectionStrip } from './ConnectionStrip'

function lose(shell: AppInfo['shell'], attempt: number) {
  useEpisodeList.setState({ appInfo: { shell } as AppInfo })
  useConnection.setState({ connection: { phase: 'lost', attempt, retryAtMs: null, reason: 'disconnected' } })
  render(<ConnectionStrip />)
  return screen.getByRole('alert').textContent
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  useConnection.setState({ connection: { phase: 'connecting' } })
  useEpisodeList.setState({ appInfo: null })
})

describe('a lost host', () => {
  it('of the web shell may have a new address, and the strip says so', () => {
    expect(lose('web', 2)).not.toContain('new address')
    cleanup()
    expect(lose('web', 3)).toContain('open the new address')
  })

  it('that sent its new address is opened there, at the same turn', () => {
    const replace = vi.fn()
    vi.stubGlobal('location', { hash: '#/episode/a/trunk/7', replace })
    const lost = { phase: 'lost', attempt: 2, retryAtMs: null, reason: 'other_token' } as const
    useConnection.setState({ connection: { ...lost, newAddress: 'http://127.0.0.1:2/?token=new' } })
    render(<ConnectionStrip />)
    const text = () => screen.getByRole('alert').textContent
    expect(text()).not.toContain('Unsaved changes')
    act(() => setUnsaved('servers', true))
    expect(text()).toContain('Unsaved changes on this page are lost when you continue there.')
    act(() => setUnsaved('servers', false))
    fireEvent.click(screen.getByRole('button', { name: 'Continue there' }))
    expect(replace).toHaveBeenCalledWith('http://127.0.0.1:2/?token=new#/episode/a/trunk/7')
  })

  it.each(['no_token', 'other_token'] as const)('that refuses the page (%s) takes the printed address', (reason) => {
    const replace = vi.fn()
    vi.stubGlobal('location', { href: 'http://127.0.0.1:1/#/episode/a/trunk', replace })
    useConnection.setState({ connection: { phase: 'lost', attempt: 1, retryAtMs: null, reason } })
    render(<ConnectionStrip />)
    expect(screen.getByRole('alert').textContent).toMatch(/that npm start or zorkgpt serve printed/)
    expect(screen.queryByRole('button', { name: 'Retry now' })).toBeNull()
    const field = screen.getByRole('textbox', { name: 'Address or token' })
    const paste = (text: string) => {
      fireEvent.change(field, { target: { value: text } })
      fireEvent.submit(field)
    }
    paste('http://evil.example/?token=abc')
    expect(replace).not.toHaveBeenCalled()
    expect(screen.getByText(/neither a printed address/)).toBeDefined()
    paste(' http://127.0.0.1:2/?token=abc\n')
    expect(replace).toHaveBeenCalledWith('http://127.0.0.1:2/?token=abc#/episode/a/trunk')
  })

  it.each([
    ['a-token_1', 'http://127.0.0.1:1/?token=a-token_1#/x'],
    ['http://127.0.0.1:2/?token=t', 'http://127.0.0.1:2/?token=t#/x'],
    ['http://127.0.0.1:2/', null],
    ['https://127.0.0.1:2/?token=t', null],
    ['javascript:alert(1)', null],
    ['two words', null],
    ['', null],
  ])('reads %j', (text, address) => expect(addressIn(text, 'http://127.0.0.1:1/#/x')).toBe(address))

  it('of the desktop app has no address', () => {
    expect(lose('electron', 9)).not.toContain('address')
  })
})
