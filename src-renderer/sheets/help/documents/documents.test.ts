import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { episodesStrings } from '../../../panels/episodes/strings'
import { HELP, HELP_DOCUMENTS, type HelpPlace, partsOf } from '../../../session/help/help-places'
import { LIBRARY_COLUMNS } from '../../../session/view/view-store'
import { allSections, sectionsOf } from './documents'
import { type Block, type Inline, textOf } from './parse-markdown'
import { targetOf } from './read-document'

const root = join(import.meta.dirname, '../../../..')

const linksIn = (parts: readonly (Block | Inline)[]): readonly string[] =>
  parts.flatMap((part) => {
    if (part.kind === 'link') return [part.href]
    if (part.kind === 'list') return part.items.flatMap(linksIn)
    if (part.kind === 'table') return [part.head, ...part.rows].flat().flatMap(linksIn)
    return 'inside' in part ? linksIn(part.inside) : []
  })

function exists(place: HelpPlace): boolean {
  const { page, anchor } = partsOf(place)
  if (page === 'legend') return anchor === null
  return anchor === null || sectionsOf(page).some((section) => section.anchor === anchor)
}

describe('the documents of Help', () => {
  it.each(HELP_DOCUMENTS)('%s has only links that lead somewhere', (document) => {
    const dead = sectionsOf(document)
      .flatMap(({ blocks }) => linksIn(blocks))
      .filter((href) => {
        const target = targetOf(href, document)
        if (target.kind === 'place') return !exists(target.place)
        return target.kind === 'file' ? !existsSync(join(root, target.file)) : !target.address.startsWith('https://')
      })
    expect(dead).toEqual([])
  })

  it('has every place that the window links to', () => {
    expect(Object.values(HELP).filter((place) => !exists(place))).toEqual([])
  })

  it('begins each document with its title, and has no section without words', () => {
    expect(HELP_DOCUMENTS.filter((document) => sectionsOf(document)[0]?.depth !== 1)).toEqual([])
    const hasParts = ({ depth }: { depth: number }, next: { depth: number } | undefined) => (next?.depth ?? 0) > depth
    const empty = allSections().filter(
      (section, index, all) => section.text === '' && !hasParts(section, all[index + 1]),
    )
    expect(empty).toEqual([])
  })

  it('omits the parts of the README for developers', () => {
    expect(sectionsOf('README').map(({ title }) => title)).toEqual([
      'ZorkGPT desktop',
      'Start',
      'Three shells, one host',
      'Configuration',
      'Where data is stored',
    ])
  })

  it('explains each column of the table of episodes as the table does', () => {
    const [list] = sectionsOf('window')
      .filter(({ anchor }) => anchor === 'columns')
      .flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'list'))
    const written = list?.items.map((item) => textOf(item).replaceAll(/\s+/g, ' ').trim())
    const { columns, columnMeanings } = episodesStrings
    expect(written).toEqual(LIBRARY_COLUMNS.map((column) => `${columns[column]}: ${columnMeanings[column]}`))
  })
})
