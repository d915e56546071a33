import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BUNDLED_STORY, readBundled } from '../story-files.testkit'
import { parseStoryFile, readStoryFile } from './story-file'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zorkgpt-story-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

it('a story file gives its bytes and its identity', async () => {
  const { identity, fileName, bytes } = await readStoryFile(BUNDLED_STORY)
  expect(fileName).toBe('glass-weather.z5')
  expect(identity).toMatchObject({ version: 5, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
  expect(bytes).toEqual(readBundled().story)
})

it('a Blorb file gives the story in it', () => {
  const { story } = readBundled()
  const blorb = Buffer.concat([
    Buffer.from('FORM\0\0\0\0IFRSRIdx\0\0\0\x04\0\0\0\0ZCOD', 'latin1'),
    Buffer.from([0, story.length >> 16, (story.length >> 8) & 0xff, story.length & 0xff]),
    story,
  ])
  expect(parseStoryFile(blorb, 'story.zblorb').identity).toEqual(parseStoryFile(story, 'story.z5').identity)
  expect(() => parseStoryFile(blorb.subarray(0, 1000), 'story.zblorb')).toThrow('ZCOD')
})

it.each([
  ['missing', null, 'missing'],
  ['empty', '', 'empty'],
  ['too short for a header', '\x05ZORK', '64 bytes'],
  ['no story', '\x09'.repeat(500), 'Z-machine'],
  ['a PDF', '%PDF-1.7', 'is a PDF document, expected a Z-machine story'],
])('a file that is %s is refused and named', async (name, content, said) => {
  const path = join(folder, `${name}.z5`)
  if (content !== null) writeFileSync(path, content)
  await expect(readStoryFile(path)).rejects.toMatchObject({ kind: 'bad_story' })
  await expect(readStoryFile(path)).rejects.toThrow(said)
})

it('a folder and a Blorb without a Z-machine story are refused by their kind', async () => {
  await expect(readStoryFile(folder)).rejects.toThrow(`${folder} is a folder, expected a story file in it`)
  const blorbOf = (type: string) => Buffer.from(`FORM\0\0\0\x0cIFRS${type}\0\0\0\0`, 'latin1')
  const parsed = (type: string) => () => parseStoryFile(blorbOf(type), 'a.blb')
  expect(parsed('PNG ')).toThrow('the Blorb of a.blb is without a story, expected a Z-machine story')
  expect(parsed('GLUL')).toThrow('the Blorb of a.blb is a Glulx story, expected a Z-machine story')
})

it('the error about a truncated story states the expected length', async () => {
  const { story } = readBundled()
  const path = join(folder, 'truncated.z5')
  writeFileSync(path, story.subarray(0, 5000))
  await expect(readStoryFile(path)).rejects.toThrow(/5000 bytes, expected the \d+ bytes/)
})
