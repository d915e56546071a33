import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRecord, writeRecord } from './ifiction'

const encode = (xml: string) => new TextEncoder().encode(xml)
const record = (bibliographic: string, more = '') =>
  readRecord(
    encode(
      `\ufeff<?xml version="1.0"?><ifindex version="1.0" xmlns="http://babel.ifarchive.org/protocol/iFiction/"><story><identification><ifid>ZCODE-1</ifid><title>Not this</title></identification><bibliographic>${bibliographic}</bibliographic>${more}</story></ifindex>`,
    ),
  )

describe('an iFiction record', () => {
  it('gives the facts of the story, each in one line', () => {
    expect(
      record(`<title>
        The Lamp &amp; the   Door &#8212; Part II</title><author>A. Writer</author><headline>An Interactive Test</headline>
        <genre>Fantasy</genre><firstpublished>2009-03-01</firstpublished>
        <description>You are in a maze.<br/>All alike. <![CDATA[<b>Dark</b>]]></description><language>en</language>`),
    ).toEqual({
      title: 'The Lamp & the Door — Part II',
      author: 'A. Writer',
      headline: 'An Interactive Test',
      genre: 'Fantasy',
      firstpublished: '2009-03-01',
      description: 'You are in a maze. All alike. <b>Dark</b>',
    })
  })

  it('gives the first story only, with null for blank and missing fields', () => {
    const second = '</story><story><bibliographic><title>Second</title><author>B</author></bibliographic>'
    expect(record('<title> </title>', second)).toMatchObject({ title: null, author: null, description: null })
  })

  it('shows hidden characters, and cuts long texts', () => {
    expect(record('<title>Li\u202eght</title>')?.title).toBe(String.raw`Li\u{202e}ght`)
    expect(record(`<title>${'x'.repeat(5000)}</title>`)?.title).toHaveLength(120)
  })

  it.each([
    ['malformed', '<ifindex><story><bibliographic><title>Lamp</ifindex>'],
    [
      'that declares entities',
      '<!DOCTYPE a [<!ENTITY b "xxxx">]><ifindex><story><bibliographic><title>&b;</title></bibliographic></story></ifindex>',
    ],
    ['empty', ''],
    ['no XML', 'Lamp'],
  ])('is not read if it is %s', (_what, xml) => {
    expect(readRecord(encode(xml))?.title ?? null).toBeNull()
  })

  it('is read without an error, whatever bytes it has', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void readRecord(bytes)))
    const pieces = fc.constantFrom(
      '<ifindex>',
      '</ifindex>',
      '<story>',
      '<title>',
      '</title>',
      '&',
      '&lt;',
      ']]>',
      '<!--',
      'x',
    )
    fc.assert(fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => void readRecord(encode(parts.join('')))))
    expect(readRecord(encode('<a>x'.repeat(60_000)))).toBeNull()
  })

  it('that was written for a title gives the title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 60 }), (text) => {
        const title = text.replaceAll(/\s+/g, ' ').trim()
        expect(readRecord(writeRecord(title))?.title).toBe(title === '' ? null : title)
      }),
    )
  })
})
