import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openEnvironment } from '../../story/live-environment'
import { headOf, isKind, isKnownNoun, isPrecious } from './lexicon'

const root = resolve(import.meta.dirname, '../../..')
const stories = [
  'build/story/glass-weather.z5',
  '../shared/games/zork1.z3',
  '../shared/games/zork2.z3',
  '../shared/games/zork3.z3',
].map((path) => resolve(root, path))

describe('the lexicon', () => {
  it('knows a thing by its last word, and a quantity by what it is of', () => {
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

  // Honest play knows no story. A story's names of places and persons begin with a capital.
  it.each(stories.filter((file) => existsSync(file)))('holds no proper name of %s', (file) => {
    const names = openEnvironment(readFileSync(file), 'app')
      .getWorldObjects()
      .map(({ name }) => name)
    const proper = names.filter((name) => /^[A-Z]/.test(name)).map((name) => name.toLowerCase())
    expect(proper.length).toBeGreaterThan(0)
    expect(proper.filter((name) => isKnownNoun(name))).toEqual([])
  })
})

for (const file of stories)
  if (!existsSync(file)) process.stdout.write(`Skipped: proper names of ${file}, which is not there.\n`)
