import { describe, expect, it } from 'vitest'
import { annotate, annotationOf, changeTags, noAnnotations, tagsFrom, titleFrom } from './annotate'

const bookmark = (turn: number) => ({ turn, bookmarked: true, isBreakpoint: false, note: '' })

describe('annotations', () => {
  it('are in order of turns, one per turn', () => {
    const marked = [bookmark(9), bookmark(2), { ...bookmark(9), note: 'the lamp' }].reduce(annotate, noAnnotations)
    expect(marked.turns.map(({ turn, note }) => [turn, note])).toEqual([
      [2, ''],
      [9, 'the lamp'],
    ])
    expect(annotationOf(marked, 9).note).toBe('the lamp')
    expect(annotationOf(marked, 3)).toEqual({ turn: 3, bookmarked: false, isBreakpoint: false, note: '' })
  })

  it('that are empty are dropped', () => {
    const marked = annotate(annotate(noAnnotations, bookmark(2)), { ...bookmark(2), bookmarked: false })
    expect(marked).toEqual(noAnnotations)
  })
})

describe('the title of an episode', () => {
  it.each([
    ['  The lamp ', 'The lamp'],
    ['one\nline\tof it\u2028here', 'one line of it here'],
    ['\u202eevil\u202c name', 'evil name'],
    ['🏰 The émigré’s castle 👩‍👩‍👧', '🏰 The émigré’s castle 👩‍👩‍👧'],
    ['מסע אל תוך המערה (3)', 'מסע אל תוך המערה (3)'],
    ['می‌خواهم', 'می‌خواهم'],
    [' \u200b\u200d ', null],
    ['', null],
  ])('%j is %j', (typed, title) => {
    expect(titleFrom(typed)).toBe(title)
  })
})

describe('the tags of an episode', () => {
  const tagged = { ...noAnnotations, tags: ['best', 'Grue'] }

  it('are unique whatever their case, and sorted', () => {
    expect(tagsFrom(['grue', ' Best\nrun ', 'GRUE', '\u202e', 'axe'])).toEqual(['axe', 'Best run', 'grue'])
  })

  it('change by what is added and removed, and are the same object if nothing changes', () => {
    expect(changeTags(tagged, { add: ['lamp'], remove: ['grue', 'nothing'] }).tags).toEqual(['best', 'lamp'])
    expect(changeTags(tagged, { add: ['BEST'], remove: [] })).toBe(tagged)
    expect(changeTags(tagged, { add: ['grue'], remove: ['Grue'] }).tags).toEqual(['best', 'grue'])
  })
})
