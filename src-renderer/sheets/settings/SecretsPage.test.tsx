import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import { useConnection } from '../../session/connection/connection-store'
import { connectTo, loseHost } from '../../session/connection/connection.testkit'
import { SecretsPage } from './SecretsPage'

afterEach(() => {
  cleanup()
  useConnection.setState({ connection: { phase: 'connecting' } })
})

describe('the page of secrets', () => {
  it('reports that a secret was saved until it is deleted', async () => {
    const names = new Set<string>()
    const api = {
      listSecrets: async () => ({
        names: [...names],
        backend: { kind: 'memory', persistent: false, sentence: 'In memory.' },
      }),
      setSecret: async ({ name }: { name: string }) => void names.add(name),
      deleteSecret: async ({ name }: { name: string }) => void names.delete(name),
    } as unknown as HostApi
    useConnection.setState({ connection: { phase: 'open', api } })
    render(<SecretsPage />)
    await screen.findByText('In memory.')
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'LAMP' } })
    fireEvent.change(screen.getByLabelText('Value'), { target: { value: 'brass' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('LAMP was saved.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Delete LAMP' }))
    expect(await screen.findByText('There are no secrets yet.')).toBeTruthy()
    expect(screen.queryByText('LAMP was saved.')).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  })

  it('reads the names again after a reconnect', async () => {
    const listing = (...names: string[]) => ({
      listSecrets: async () => ({
        names,
        backend: { kind: 'memory' as const, persistent: false, sentence: 'In memory.' },
      }),
    })
    connectTo(listing('LAMP'))
    render(<SecretsPage />)
    await screen.findByText('${secret:LAMP}')
    act(loseHost)
    act(() => connectTo(listing()))
    expect(await screen.findByText('There are no secrets yet.')).toBeTruthy()
  })

  it('keeps typed text if the host is lost during saving', async () => {
    connectTo({
      listSecrets: () => Promise.reject(new Error('No list.')),
      setSecret: () => Promise.reject(new ExpectedError('disconnected', 'The connection to the host is gone.')),
    })
    render(<SecretsPage />)
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'LAMP' } })
    fireEvent.change(screen.getByLabelText('Value'), { target: { value: 'brass' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The host cannot be reached.'))
    expect(screen.getByLabelText<HTMLInputElement>('Value').value).toBe('brass')
    expect(screen.queryByText('LAMP was saved.')).toBeNull()
  })
})
