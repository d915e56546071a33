import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openEnvironment } from '../../story/live-environment'
import { BUNDLED_STORY, zorkFile } from '../../story/story-files.testkit'
import { headOf, isKind, isKnownNoun, isPrecious } from './lexicon'

describe('the lexicon', () => {
  it('finds the kind of a thing by the last word of its name, or by the noun after a quantity', () => {
    expect([headOf('brass lantern'), headOf('pile of leaves'), headOf('box of matches')]).toEqual([
      'lantern',
      'leaves',
      'box',
    ])
    expect([isKind('brass lantern', 'light'), isKind('lantern shelf', 'light'), isPrecious('gold coin')]).toEqual([
      true,
      false,
      true,
    ])
  })

  // The explorer must not know a story. Proper names begin with a capital letter.
  it.each([BUNDLED_STORY, zorkFile(1), zorkFile(2), zorkFile(3)])('contains no proper name of %s', (file) => {
    const names = openEnvironment(readFileSync(file), 'app')
      .getWorldObjects()
      .map(({ name }) => name)
    const proper = names.filter((name) => /^[A-Z]/.test(name)).map((name) => name.toLowerCase())
    expect(proper.length).toBeGreaterThan(0)
    expect(proper.filter((name) => isKnownNoun(name))).toEqual([])
  })
})
