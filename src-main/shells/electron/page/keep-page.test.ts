import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const asked: string[] = []
vi.mock('electron', () => ({
  dialog: {
    showMessageBox: (_window: unknown, { message }: { message: string }) => {
      asked.push(message)
      return new Promise(() => {})
    },
  },
}))

class Window extends EventEmitter {
  reloads = 0
  webContents = Object.assign(new EventEmitter(), { reload: () => void this.reloads++ })
  isDestroyed = () => false
  async loses(reason: string): Promise<void> {
    this.webContents.emit('render-process-gone', {}, { reason, exitCode: 1 })
    await vi.advanceTimersToNextTimerAsync()
  }
}

async function keptWindow() {
  const { keepPage } = await import('./keep-page')
  const window = new Window()
  const lost = vi.fn<() => void>()
  keepPage(window as unknown as BrowserWindow, { onLost: lost, quit: () => {}, logFile: '/logs/zorkgpt.log' })
  return { window, lost }
}

beforeEach(() => {
  asked.length = 0
  vi.useFakeTimers()
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a page whose process has ended', () => {
  it.each(['crashed', 'killed', 'oom'])('is loaded again: %s', async (reason) => {
    const { window, lost } = await keptWindow()
    await window.loses(reason)
    expect([window.reloads, lost.mock.calls.length, asked]).toEqual([1, 1, []])
  })

  it('is not reloaded after a normal exit', async () => {
    const { window, lost } = await keptWindow()
    await window.loses('clean-exit')
    expect([window.reloads, lost.mock.calls.length]).toEqual([0, 0])
  })

  it('is reloaded without a question a minute later, and with one before', async () => {
    const { window } = await keptWindow()
    await window.loses('crashed')
    vi.advanceTimersByTime(60_000)
    await window.loses('crashed')
    expect([window.reloads, asked]).toEqual([2, []])
    vi.advanceTimersByTime(59_000)
    await window.loses('crashed')
    expect([window.reloads, asked]).toEqual([2, ['The window has stopped working twice within a minute.']])
  })
})
