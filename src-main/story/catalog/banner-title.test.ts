import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readBundled, zorkFile } from '../story-files.testkit'
import { assembleStory } from '../zmachine/tiny-story.testkit'
import { bannerTitle, titleIn } from './banner-title'

const read = (path: string) => new Uint8Array(readFileSync(path))

describe('the title that a story prints', () => {
  it('is in the paragraph with its release and serial number', () => {
    expect(bannerTitle(read(zorkFile(1)))).toBe('ZORK I: The Great Underground Empire')
    expect(bannerTitle(read(zorkFile(3)))).toBe('ZORK III: The Dungeon Master')
    expect(bannerTitle(readBundled().story)).toBe('GLASS WEATHER')
  })

  it('is null without such a paragraph, and for a story that fails or never ends', () => {
    expect(bannerTitle(assembleStory({ version: 5, code: [0xe5, 0x7f, 0x61] }))).toBeNull()
    // An illegal opcode, and a jump to itself.
    expect(bannerTitle(assembleStory({ version: 5, code: [0x00] }))).toBeNull()
    expect(bannerTitle(assembleStory({ version: 5, code: [0x8c, 0xff, 0xff] }))).toBeNull()
  })

  const header = { release: 12, serial: '990101' }
  it.each([
    ['\n\nThe Lamp\nAn Interactive Test\nRelease 12 / Serial number 990101 / Inform 7\n\nCave', 'The Lamp'],
    ['Long ago…\n\n  The Lamp \nRelease 12 / Serial number 990101', 'The Lamp'],
    ['The Lamp\nRelease 11 / Serial number 990101', null],
    ['The Lamp\nRelease 12 / Serial number 990102', null],
    ['Release 12 / Serial number 990101', null],
    [`${'x'.repeat(100)}\nRelease 12 / Serial number 990101`, null],
    ['', null],
  ])('of %j is %j', (text, title) => {
    expect(titleIn(text, header)).toBe(title)
  })
})
