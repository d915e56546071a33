import { expect, it } from 'vitest'
import { identityOf, whyNotPublish } from './identity.mjs'

const named = { repository: 'github:Some-One/zorkgpt', author: 'The maintainers' }
const owned = identityOf(named)
const placeholder = identityOf({ ...named, repository: 'github:owner.invalid/zorkgpt' })

it('the identity of the app is derived from the repository', () => {
  expect(owned).toEqual({
    owner: 'Some-One',
    project: 'zorkgpt',
    homepage: 'https://github.com/Some-One/zorkgpt',
    bugs: 'https://github.com/Some-One/zorkgpt/issues',
    maintainer: 'The maintainers <Some-One@users.noreply.github.com>',
    appId: 'io.github.some-one.zorkgpt',
    isPlaceholder: false,
  })
  expect(identityOf().appId).toMatch(/^io\.github(\.[a-z0-9-]+)+$/)
})

it('a repository in another form is refused', () => {
  for (const repository of ['https://github.com/someone/zorkgpt', 'github:zorkgpt', ''])
    expect(() => identityOf({ ...named, repository })).toThrow('github:OWNER/NAME')
})

it('nothing is published with the placeholder repository', () => {
  expect(placeholder.isPlaceholder).toBe(true)
  for (const args of [['-p=always'], ['--publish', 'always'], ['--publish=onTag'], ['-p', 'always']]) {
    expect(whyNotPublish(args, placeholder)).toMatch(/package\.json/)
    expect(whyNotPublish(args, owned)).toBeNull()
  }
  for (const args of [[], ['-p=never'], ['--publish', 'never'], ['--linux', 'dir', '--publish=never']])
    expect(whyNotPublish(args, placeholder)).toBeNull()
})
