import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { AppInfo } from '@shared/contract/app'
import { useConnection } from '../../session/connection/connection-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { ConnectionStrip } from './ConnectionStrip'

function lose(shell: AppInfo['shell'], attempt: number) {
  useEpisodeList.setState({ appInfo: { shell } as AppInfo })
  useConnection.setState({ connection: { phase: 'lost', attempt, retryAtMs: null, reason: 'disconnected' } })
  render(<ConnectionStrip />)
  return screen.getByRole('alert').textContent
}
afterEach(() => {
  cleanup()
  useConnection.setState({ connection: { phase: 'connecting' } })
  useEpisodeList.setState({ appInfo: null })
})

describe('a lost host', () => {
  it('of the web shell may have a new address, and the strip says so', () => {
    expect(lose('web', 2)).not.toContain('new address')
    cleanup()
    expect(lose('web', 3)).toContain('open the new address')
  })

  it('of the desktop app has no address', () => {
    expect(lose('electron', 9)).not.toContain('address')
  })
})
