import type { ExportBatch } from '@shared/contract/long-logs'
import { contractError } from '@shared/contract/rpc'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { LongExportForm } from './LongExportForm'

/** What the form asks for, and what the host does about it: the batches are pulled one by one. */
let asked: unknown[] = []
let batches: ReturnType<typeof hold>
let signal: AbortSignal | null = null
let files: { readonly name: string; readonly text: Promise<string> }[] = []
const onClose = vi.fn<() => void>()

function hold() {
  let give: (batch: ExportBatch | null) => void = () => {}
  let refuse: (why: Error) => void = () => {}
  const next = () =>
    new Promise<ExportBatch | null>((resolve, reject) => {
      give = resolve
      refuse = reject
    })
  let waiting = next()
  return {
    give: (text: string, share: number) => {
      const answer = give
      waiting = next()
      answer({ bytes: new TextEncoder().encode(text), share })
    },
    end: () => give(null),
    refuse: (why: Error) => refuse(why),
    async *feed() {
      for (let pending = waiting; ; pending = waiting) {
        const batch = await pending
        if (batch === null) return
        yield batch
      }
    },
  }
}

beforeEach(() => {
  asked = []
  files = []
  batches = hold()
  connectTo({
    exportEpisode: (params, aborted) => {
      asked.push(params)
      signal = aborted
      return batches.feed()
    },
  })
  let made: Blob | null = null
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made = blob as Blob
    return 'blob:made'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, text: made?.text() ?? Promise.resolve('') })
  })
})
afterEach(() => {
  cleanup()
  forgetHost()
  vi.restoreAllMocks()
  onClose.mockReset()
})

const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
const show = () => render(<LongExportForm id="e1" onClose={onClose} />)

describe('the export of a log that is too long for the window', () => {
  it('leaves out thoughts, settings, keys and paths unless they are ticked', async () => {
    show()
    save()
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toEqual({
      episodeId: 'e1',
      format: 'markdown',
      kept: { key: false, path: false, settings: false },
      withThoughts: false,
    })
  })

  it('asks for what is ticked', async () => {
    show()
    for (const name of [/thought/, /^Settings/, 'API keys', 'Absolute paths']) fireEvent.click(box(name))
    save()
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toEqual({
      episodeId: 'e1',
      format: 'markdown',
      kept: { key: true, path: true, settings: true },
      withThoughts: true,
    })
  })

  it('asks of thoughts in a transcript alone, and offers no page', () => {
    show()
    expect(screen.getAllByRole('radio')).toHaveLength(2)
    expect(screen.getByText(/^Not as HTML/)).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: /^Log/ }))
    expect(screen.queryByRole('checkbox', { name: /thought/ })).toBeNull()
  })

  it.each([
    [/^Markdown/, 'e1.md'],
    [/^Log/, 'e1.zorkgpt'],
  ])('says how far it is, and saves all that came: %s', async (format, name) => {
    show()
    fireEvent.click(screen.getByRole('radio', { name: format }))
    save()
    batches.give('one ', 0.4)
    expect(await screen.findByRole('button', { name: 'Writing: 40 %' })).toBeTruthy()
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Saving…' }).value).toBe(0.4)
    expect(screen.getByRole('group', { name: 'Format' }).hasAttribute('disabled')).toBe(true)
    batches.give('two', 1)
    await screen.findByRole('button', { name: 'Writing: 100 %' })
    expect(files).toEqual([])
    batches.end()
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(files.map((file) => file.name)).toEqual([name])
    expect(await files[0]?.text).toBe('one two')
  })

  it('asks the host once, however often the button is pressed', async () => {
    show()
    save()
    batches.give('one', 0.1)
    fireEvent.click(await screen.findByRole('button', { name: 'Writing: 10 %' }))
    expect(asked).toHaveLength(1)
  })

  it('is given up with its sheet, and saves nothing', async () => {
    const { unmount } = show()
    save()
    batches.give('one', 0.5)
    await screen.findByRole('button', { name: 'Writing: 50 %' })
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalledOnce()
    unmount()
    expect(signal?.aborted).toBe(true)
    batches.end()
    await Promise.resolve()
    expect(files).toEqual([])
  })

  it.each([
    ['refuses', contractError('bad_log', 'Line 7 of events.jsonl is no event.'), 'Line 7 of events.jsonl is no event.'],
    [
      'goes away',
      contractError('disconnected', 'Gone.'),
      'The host cannot be reached. What you entered stays here: try again when it is back.',
    ],
  ])('that the host %s says why, saves nothing, and can be tried again', async (_what, why, said) => {
    show()
    fireEvent.click(box('API keys'))
    save()
    batches.give('one', 0.5)
    await screen.findByRole('button', { name: 'Writing: 50 %' })
    batches.refuse(why)
    expect((await screen.findByRole('alert')).textContent).toBe(said)
    expect([files, screen.queryByRole('progressbar'), box('API keys').checked]).toEqual([[], null, true])
    batches = hold()
    save()
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
