import { describe, expect, it } from 'vitest'
import { wordsOf } from '../../../kit/text/query-words'
import { allSections } from './documents'
import { readDocument } from './read-document'
import { searchSections, splitAtMatches } from './search-sections'

const text = `# Settings

Every key has a default.

## Secrets

A key is never written to a log. ${'More words follow. '.repeat(20)}

## The log

Nothing here.
`
const sections = readDocument('settings', text)
const find = (query: string) => searchSections(wordsOf(query), sections)

describe('the search in Help', () => {
  it('finds the sections that have every word, in any case', () => {
    expect(find('KEY').map(({ section }) => section.title)).toEqual(['Settings', 'Secrets'])
    expect(find('key log').map(({ section }) => section.title)).toEqual(['Secrets'])
    expect(find('dragon')).toEqual([])
  })

  it('finds the sections with the most and rarest words if none has all', () => {
    const found = find('where is a key written')
    expect(found.map(({ section, isPartial }) => [section.title, isPartial])).toEqual([['Secrets', true]])
    expect(find('key log').map(({ isPartial }) => isPartial)).toEqual([false])
  })

  it('finds a place for a question about this app', () => {
    const titles = searchSections(wordsOf('where is my api key stored'), allSections()).map(
      ({ section }) => section.text,
    )
    expect(titles.length).toBeGreaterThan(0)
    expect(titles.slice(0, 3).some((text) => /key/i.test(text) && /stored/i.test(text))).toBe(true)
  })

  it('lists first the sections that have the words in their title', () => {
    expect(find('log').map(({ section }) => section.title)).toEqual(['The log', 'Secrets'])
  })

  it('cuts an excerpt around the match at whole words', () => {
    const [found] = find('written')
    expect(found?.excerpt).toMatch(/^A key is never written to a log\. .*\w\.?…$/)
    expect(found?.excerpt.length).toBeLessThan(200)
    expect(find('secrets')[0]?.excerpt).toMatch(/^A key/)
  })

  it('marks the longest of several words, and no pattern', () => {
    expect(splitAtMatches('Keys of a key', ['key', 'keys'])).toEqual(['', 'Keys', ' of a ', 'key', ''])
    expect(splitAtMatches('a.b axb', ['a.b'])).toEqual(['', 'a.b', ' axb'])
    expect(splitAtMatches('a', [])).toEqual(['a'])
  })
})
