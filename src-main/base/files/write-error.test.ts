import { expect, it } from 'vitest'
import { writeError } from './write-error'

const refusal = (code: string) => Object.assign(new Error(`${code}: no`), { code })

it.each([
  ['EACCES', 'Not saved: /data/notes.json cannot be written (EACCES). Make it writable, and try again.'],
  ['ENOSPC', 'Not saved: /data/notes.json cannot be written (ENOSPC). Make room on its disk, and try again.'],
  ['EIO', 'Not saved: /data/notes.json cannot be written (EIO). Check its disk, and try again.'],
  ['ENOENT', 'Not saved: /data/notes.json cannot be written (ENOENT). Create its folder, and try again.'],
])('explains the failure and its fix: %s', (code, sentence) => {
  expect(writeError('Not saved', '/data/notes.json', refusal(code))).toMatchObject({
    kind: 'cannot_write',
    message: sentence,
  })
})
