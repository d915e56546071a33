import { expect, it } from 'vitest'
import { appIdOf, whyNotPublish } from './identity.mjs'

const owned = { homepage: 'https://github.com/someone/zorkgpt', author: { email: 'noreply@someone.example' } }

it('the id of the app is its homepage, read backwards', () => {
  expect(appIdOf(owned)).toBe('com.github.someone.zorkgpt')
  expect(appIdOf()).toMatch(/^[a-z]+(\.[a-z0-9-]+)+$/)
})

it('nothing is published under a name that nobody owns', () => {
  const placeholder = { ...owned, homepage: 'https://owner.invalid/zorkgpt' }
  for (const args of [['--publish', 'always'], ['--publish=onTag'], ['-p', 'always']]) {
    expect(whyNotPublish(args, placeholder)).toMatch(/package\.json/)
    expect(whyNotPublish(args, { ...owned, author: { email: 'noreply@owner.invalid' } })).toMatch(/package\.json/)
    expect(whyNotPublish(args, owned)).toBeNull()
  }
  for (const args of [[], ['--publish', 'never'], ['--linux', 'dir', '--publish=never']])
    expect(whyNotPublish(args, placeholder)).toBeNull()
})
