import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import { useNotice } from '../../kit/text/notice-store'
import { connectTo, forgetHost, loseHost } from '../../session/connection/connection.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { useUnsaved } from '../../session/view/unsaved'
import { useView } from '../../session/view/view-store'
import { setNoteDraft, NoteSheet } from './NoteSheet'

afterEach(() => {
  cleanup()
  forgetHost()
  useEpisode.setState({ id: null })
  useView.setState({ failure: null })
  useNotice.setState({ text: '' })
  setNoteDraft('e1', 3, '', '')
})

/** Opens the sheet with typed text, at a host with this command. */
function type(annotateTurn: HostApi['annotateTurn']) {
  useEpisode.setState({ id: 'e1' })
  connectTo({ annotateTurn })
  const onClose = vi.fn<() => void>()
  const { unmount } = render(<NoteSheet turn={3} onClose={onClose} />)
  const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note on turn 3' })
  fireEvent.change(note, { target: { value: 'A lamp would help.' } })
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  return { note, save, onClose, unmount }
}

describe('a typed note', () => {
  it('is saved by the host before its sheet closes', async () => {
    const annotateTurn = vi.fn<HostApi['annotateTurn']>(async () => ({}))
    const { save, onClose } = type(annotateTurn)
    save()
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(annotateTurn).toHaveBeenCalledWith({ episodeId: 'e1', turn: 3, change: { note: 'A lamp would help.' } })
  })

  it('is saved once if submitted twice before the host answers', async () => {
    let answer: () => void = () => {}
    const annotateTurn = vi.fn<HostApi['annotateTurn']>(
      () =>
        new Promise((resolve) => {
          answer = () => resolve({})
        }),
    )
    const { note, save, onClose } = type(annotateTurn)
    save()
    save()
    fireEvent.keyDown(note, { key: 'Enter', ctrlKey: true })
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
    answer()
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
    expect([annotateTurn.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1])
  })

  it('stays in its field with the reason if the host refuses it', async () => {
    const { note, save, onClose } = type(() => Promise.reject(new ExpectedError('cannot_write', 'The disk is full.')))
    save()
    expect((await screen.findByRole('alert')).textContent).toBe('The disk is full.')
    expect(note.value).toBe('A lamp would help.')
    expect(onClose).not.toHaveBeenCalled()
  })

  it('stays in its field with the reason if the host is lost', async () => {
    const { note, onClose } = type(async () => ({}))
    act(loseHost)
    fireEvent.keyDown(note, { key: 'Enter', ctrlKey: true })
    expect(await screen.findByText(/The host cannot be reached\./)).toBeTruthy()
    expect(note.value).toBe('A lamp would help.')
    expect(onClose).not.toHaveBeenCalled()
  })

  it.each([
    ['Escape', () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))],
    ['Cancel', () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  ])('stays as a draft when %s closes the sheet, with a notice', (_by, close) => {
    const { onClose, unmount } = type(async () => ({}))
    close()
    expect(onClose).toHaveBeenCalledOnce()
    expect(useNotice.getState().text).toBe('Your note on turn 3 is a draft, not saved yet.')
    expect(useUnsaved.getState().notes).toBe(true)
    unmount()
    render(<NoteSheet turn={3} onClose={() => {}} />)
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('A lamp would help.')
  })

  it('is no longer a draft once saved or cleared', async () => {
    const { save, onClose, unmount } = type(async () => ({}))
    save()
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(useUnsaved.getState().notes).toBe(false)
    unmount()
    const again = type(async () => ({}))
    fireEvent.change(again.note, { target: { value: ' ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(useNotice.getState().text).toBe('')
    again.unmount()
    render(<NoteSheet turn={3} onClose={() => {}} />)
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('')
  })

  it('shows a refusal in the window if its sheet was closed', async () => {
    let refuse: (reason: Error) => void = () => {}
    const { save, unmount } = type(
      () =>
        new Promise((_resolve, reject) => {
          refuse = reject
        }),
    )
    save()
    unmount()
    refuse(new ExpectedError('cannot_write', 'The disk is full.'))
    await vi.waitFor(() => expect(useView.getState().failure).toBe('The disk is full.'))
  })
})
