import { describe, expect, it } from 'vitest'
import { actionRows } from '../actions'
import { bestFirst, fitOf } from './rank'

const commands = (query: string) => bestFirst(query, actionRows, ([, action]) => action).map(({ item: [id] }) => id)

describe('the search of the palette', () => {
  it('finds entries by label, beginnings of words, and initials', () => {
    expect(commands('Step turn')[0]).toBe('stepTurn')
    expect(commands('turn go')[0]).toBe('goToTurn')
    expect(commands('gttu')[0]).toBe('goToTurn')
    expect(commands('stit')[0]).toBe('stepIteration')
  })

  it('finds entries by synonyms', () => {
    expect(commands('model')).toContain('settings')
    expect(commands('connect')).toEqual(expect.arrayContaining(['settings', 'mcp']))
    expect(commands('dark')[0]).toBe('themeDark')
    expect(commands('theme')).toEqual(['themeSystem', 'themeDark', 'themeLight', 'themeContrast'])
    expect(commands('take over')).toContain('commandLine')
    expect(commands('api key')[0]).toBe('settings')
    expect(commands('download')).toEqual(expect.arrayContaining(['export', 'stories']))
  })

  it('sorts entries by match, then by their original order', () => {
    const named = ['a late turn', 'urn', 'return', 'The urn', 'urns'].map((label) => ({ label }))
    const labels = bestFirst('urn', named, (item) => item).map(({ item }) => item.label)
    expect(labels).toEqual(['urn', 'urns', 'The urn', 'a late turn', 'return'])
  })

  it('lists all entries in their order without a query', () =>
    expect(commands('  ')).toEqual(actionRows.map(([id]) => id)))

  it('matches scattered letters only if nothing else matches', () => {
    expect(commands('trsh')[0]).toBe('trash')
    expect(fitOf('plts', { label: 'Play turns' })).toBe('letters')
    expect(commands('qqq')).toEqual([])
  })

  it('ignores case and accents, and treats the query as text', () => {
    expect(fitOf('cafe', { label: 'The Café' })).toBe('words')
    expect(fitOf('.*', { label: 'The Café' })).toBeNull()
    expect(fitOf('(', { label: 'The (old) Café' })).toBe('letters')
  })

  it('is fast for a long query', () => {
    expect(fitOf('ab'.repeat(5000), { label: 'a '.repeat(5000) })).toBeNull()
    expect(fitOf('a'.repeat(60), { label: 'aaaaaaaaaa '.repeat(50) })).toBe('initials')
  })
})
