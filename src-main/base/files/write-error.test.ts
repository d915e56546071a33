import { expect, it } from 'vitest'
import { writeError } from './write-error'

const refusal = (code: string) => Object.assign(new Error(`${code}: no`), { code })

it.each([
  ['EACCES', 'Not saved: you may not write /data/notes.json, so make it writable and try again.'],
  ['ENOSPC', 'Not saved: the disk is full, so make room and try again.'],
  ['EIO', 'Not saved: the disk of /data/notes.json reports an error, so check it and try again.'],
  ['ENOENT', 'Not saved: the folder of /data/notes.json does not exist, so create it and try again.'],
  ['EFBIG', 'Not saved: /data/notes.json cannot be written (EFBIG).'],
])('explains the failure and its fix: %s', (code, sentence) => {
  expect(writeError('Not saved', '/data/notes.json', refusal(code))).toMatchObject({
    kind: 'cannot_write',
    message: sentence,
  })
})
