import { afterEach, expect, it } from 'vitest'
import type { AppInfo } from '@shared/contract/app'
import { openForkSheet, useForks } from '../session/episode/forks/fork-store'
import { useEpisodeList } from '../session/episodes/episodes-store'
import { openStartSheet, useStart } from '../session/episodes/start-store'
import { isAnyUnsaved, setUnsaved, useUnsaved } from '../session/view/unsaved'
import { closeDialog } from '../session/view/view-store'
import { askBeforeLeaving } from './ask-before-leaving'

const closing = new AbortController()
const asks = (shell: AppInfo['shell']) => {
  useEpisodeList.setState({ appInfo: { shell } as AppInfo })
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
const isUnsaved = () => isAnyUnsaved(useUnsaved.getState())

afterEach(() => {
  closing.abort()
  useStart.setState({ draft: null })
  useForks.setState({ draft: null })
  useEpisodeList.setState({ appInfo: null })
  closeDialog()
})

it('the browser asks before a page with unsaved changes is left, in the web shell only', () => {
  askBeforeLeaving(closing.signal)
  expect(asks('web')).toBe(false)
  setUnsaved('notes', true)
  setUnsaved('settings', false)
  expect([asks('web'), asks('electron')]).toEqual([true, false])
  setUnsaved('notes', false)
  expect(asks('web')).toBe(false)
})

it('a typed key is unsaved until its field is empty', () => {
  askBeforeLeaving(closing.signal)
  const field = Object.assign(document.createElement('input'), { type: 'password', value: '' })
  document.body.append(field)
  expect(asks('web')).toBe(false)
  field.value = 'sk-1'
  expect(asks('web')).toBe(true)
  field.remove()
  expect(asks('web')).toBe(false)
})

it('choices for a new episode are unsaved until they are used', () => {
  openStartSheet()
  expect(isUnsaved()).toBe(false)
  openStartSheet({ game: 'zork1' })
  expect(isUnsaved()).toBe(true)
  useStart.setState({ draft: null })
  expect(isUnsaved()).toBe(false)
})

it('a fork is unsaved if more than its turn was chosen', () => {
  openForkSheet('parent', 3)
  expect(isUnsaved()).toBe(false)
  useForks.setState({ draft: { parentId: 'parent', choices: { turn: 3, title: 'Pirate' } } })
  expect(isUnsaved()).toBe(true)
})
