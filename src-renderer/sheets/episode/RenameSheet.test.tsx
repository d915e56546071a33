import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { RenameSheet } from './RenameSheet'

afterEach(() => {
  cleanup()
  forgetHost()
})

describe('a new title of an episode', () => {
  it('stays in its field with the reason if the host refuses it', async () => {
    connectTo({ renameEpisode: () => Promise.reject(new ExpectedError('cannot_write', 'The disk is full.')) })
    render(<RenameSheet episodeId="e1" onClose={() => expect.unreachable('The sheet is closed.')} />)
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ })
    fireEvent.change(name, { target: { value: 'The long way down' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The disk is full.')
    expect(
      screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled'),
      'it can be tried again',
    ).toBeNull()
    expect(name.value).toBe('The long way down')
  })
})
