import { afterEach, expect, it, vi } from 'vitest'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { ownChanges } from './own-changes'

interface Settings {
  readonly theme: string
  readonly textSize: number
  readonly search: string
}

afterEach(() => localStorage.removeItem('view'))

const openWindow = () =>
  create<Settings>()(
    persist((): Settings => ({ theme: 'system', textSize: 100, search: '' }), {
      name: 'view',
      version: 1,
      storage: ownChanges<Omit<Settings, 'search'>>(),
      partialize: ({ search: _search, ...settings }) => settings,
    }),
  )

it('what two windows have chosen holds, for each and for the next', () => {
  openWindow().setState({ theme: 'contrast' })
  const [one, other] = [openWindow(), openWindow()]
  one.setState({ theme: 'dark' })
  other.setState({ textSize: 125 })
  other.setState({ search: 'lamp' })
  expect([one.getState().theme, other.getState().theme], 'neither changes under the eyes of its reader').toEqual([
    'dark',
    'contrast',
  ])
  expect(openWindow().getState()).toMatchObject({ theme: 'dark', textSize: 125 })
})

it('nothing is written where nothing that is kept was changed', () => {
  const view = openWindow()
  view.setState({ theme: 'dark' })
  const write = vi.spyOn(localStorage, 'setItem')
  view.setState({ search: 'lamp' })
  view.setState({ theme: 'dark' })
  expect(write).not.toHaveBeenCalled()
  write.mockRestore()
})

it('a browser that keeps nothing, or something else, leaves the window as it is', () => {
  localStorage.setItem('view', '{')
  const view = openWindow()
  view.setState({ theme: 'dark' })
  expect(openWindow().getState().theme).toBe('dark')
  const denied = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  view.setState({ theme: 'light' })
  expect(view.getState().theme).toBe('light')
  denied.mockRestore()
})
