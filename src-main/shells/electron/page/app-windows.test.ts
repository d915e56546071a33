import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { expect, it, vi } from 'vitest'
import { AppWindows } from './app-windows'

// Equal in all tests of the menu, because they may share the module.
vi.mock('electron', () => ({ app: { getName: () => 'ZorkGPT' }, Menu: {} }))

it('a page cannot open windows without end: the window in front is shown instead', () => {
  const focused: number[] = []
  const opened: EventEmitter[] = []
  const windows = new AppWindows(
    () => {
      const number = opened.length
      const window = Object.assign(new EventEmitter(), { isMinimized: () => false, focus: () => focused.push(number) })
      opened.push(window)
      return window as unknown as BrowserWindow
    },
    () => {},
  )
  for (let asked = 0; asked < 1000; asked++) windows.open('#/experiments')
  expect([windows.count, opened.length, new Set(focused)]).toEqual([20, 20, new Set([19])])
  opened[3]?.emit('closed')
  windows.open('#/experiments')
  expect([windows.count, opened.length]).toEqual([20, 21])
})
