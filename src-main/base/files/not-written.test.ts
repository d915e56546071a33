import { expect, it } from 'vitest'
import { notWritten } from './not-written'

const refusal = (code: string) => Object.assign(new Error(`${code}: no`), { code })

it.each([
  ['EACCES', 'Not saved: /data/notes.json cannot be written (EACCES). Make it writable, and try again.'],
  ['ENOSPC', 'Not saved: /data/notes.json cannot be written (ENOSPC). Make room on its disk, and try again.'],
  ['EIO', 'Not saved: /data/notes.json cannot be written (EIO). Check its disk, and try again.'],
  ['ENOENT', 'Not saved: /data/notes.json cannot be written (ENOENT). Make its folder, and try again.'],
])('says what came of it, which file it is and what to do: %s', (code, sentence) => {
  expect(notWritten('Not saved', '/data/notes.json', refusal(code))).toMatchObject({
    kind: 'cannot_write',
    message: sentence,
  })
})
