import { expect, it } from 'vitest'
import { foreignKind } from './foreign-kind'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

it.each([
  ['%PDF-1.7\n', 'a PDF document'],
  ['PK\x03\x04', 'a ZIP archive'],
  ['\x89PNG\r\n', 'a PNG picture'],
  ['\xff\xd8\xff\xe0', 'a JPEG picture'],
  ['Glul\x00\x03', 'a Glulx story'],
  ['T3-image\r\n', 'a TADS 3 story'],
  ['\n<!DOCTYPE html><html>', 'a web page'],
  ['{ "name": "zorkgpt" }', 'a text file'],
  ['These are notes.', 'a text file'],
])('recognizes the kind of a file that begins with %j', (beginning, kind) => {
  expect(foreignKind(bytes(beginning))).toBe(kind)
})

it.each(['', '\x03\x00\x00\x58', '\x05 text', 'FORM\x00\x00\x00\x00IFRS'])(
  'does not name what may be a story: %j',
  (text) => {
    expect(foreignKind(bytes(text))).toBeNull()
  },
)
