import { afterEach, expect, it, vi } from 'vitest'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { mergingStorage } from './merging-storage'

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
      storage: mergingStorage<Omit<Settings, 'search'>>(),
      partialize: ({ search: _search, ...settings }) => settings,
    }),
  )

it('merges the changes of two windows', () => {
  openWindow().setState({ theme: 'contrast' })
  const [one, other] = [openWindow(), openWindow()]
  one.setState({ theme: 'dark' })
  other.setState({ textSize: 125 })
  other.setState({ search: 'lamp' })
  expect([one.getState().theme, other.getState().theme], 'open windows do not change').toEqual(['dark', 'contrast'])
  expect(openWindow().getState()).toMatchObject({ theme: 'dark', textSize: 125 })
})

it('writes only if a stored setting changed', () => {
  const view = openWindow()
  view.setState({ theme: 'dark' })
  const write = vi.spyOn(localStorage, 'setItem')
  view.setState({ search: 'lamp' })
  view.setState({ theme: 'dark' })
  expect(write).not.toHaveBeenCalled()
  write.mockRestore()
})

it('ignores a storage that is unreadable or denied', () => {
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
