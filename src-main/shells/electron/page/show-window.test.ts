import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showWindow } from './show-window'

class HiddenWindow extends EventEmitter {
  webContents = new EventEmitter()
  calls: string[] = []
  isClosed = false
  show = () => void this.calls.push('show')
  maximize = () => void this.calls.push('maximize')
  isDestroyed = () => this.isClosed
}

function hiddenWindow(isMaximized = false): HiddenWindow {
  const window = new HiddenWindow()
  showWindow(window as unknown as BrowserWindow, isMaximized)
  return window
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a hidden window', () => {
  it.each([
    ['its first picture is ready', (window: HiddenWindow) => window.emit('ready-to-show')],
    ['its page has loaded', (window: HiddenWindow) => window.webContents.emit('did-finish-load')],
    ['two seconds have passed', () => vi.advanceTimersByTime(2_000)],
  ])('is shown when %s, and not again', (_when, happen) => {
    const window = hiddenWindow()
    expect(window.calls).toEqual([])
    happen(window)
    window.emit('ready-to-show')
    window.webContents.emit('did-finish-load')
    vi.advanceTimersByTime(10_000)
    expect(window.calls).toEqual(['show'])
  })

  it('that was left maximized is maximized when it is shown, not before', () => {
    const window = hiddenWindow(true)
    expect(window.calls).toEqual([])
    window.emit('ready-to-show')
    expect(window.calls).toEqual(['maximize', 'show'])
  })

  it('that was closed in the meantime is left alone', () => {
    const window = hiddenWindow(true)
    window.isClosed = true
    vi.advanceTimersByTime(2_000)
    expect(window.calls).toEqual([])
  })
})
