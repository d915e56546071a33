import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ShellMessage } from '@shared/contract/shell-messages'
import { openFiles } from './open-files'

it('an opened file becomes a recent document, a refused one does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-open-'))
  const episode = join(folder, 'walk.zorkgpt')
  writeFileSync(episode, '{}\n')
  const told: ShellMessage[] = []
  const errors: string[] = []
  const recent: string[] = []
  await openFiles(
    { storyFiles: [join(folder, 'none.z5')], episodeFiles: [episode, join(folder, 'gone.zorkgpt')] },
    { openStory: () => Promise.reject(new Error('no story')) },
    (message) => told.push(message),
    (title) => errors.push(title),
    (path) => recent.push(path),
  )
  rmSync(folder, { recursive: true })
  expect(told).toEqual([{ kind: 'episodeFile', name: 'walk.zorkgpt', text: '{}\n' }])
  expect([recent, errors]).toEqual([[episode], ['This story cannot be opened', 'This episode cannot be opened']])
})
