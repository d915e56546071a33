import { describe, expect, it } from 'vitest'
import { annotate, annotationOf, changeTags, noAnnotations, tagsFrom, titleFrom } from './annotate'

const bookmark = (turn: number) => ({ turn, bookmarked: true, isBreakpoint: false, note: '' })

describe('annotations', () => {
  it('are kept in order of turns, one a turn', () => {
    const marked = [bookmark(9), bookmark(2), { ...bookmark(9), note: 'the lamp' }].reduce(annotate, noAnnotations)
    expect(marked.turns.map(({ turn, note }) => [turn, note])).toEqual([
      [2, ''],
      [9, 'the lamp'],
    ])
    expect(annotationOf(marked, 9).note).toBe('the lamp')
    expect(annotationOf(marked, 3)).toEqual({ turn: 3, bookmarked: false, isBreakpoint: false, note: '' })
  })

  it('that say nothing are not kept', () => {
    const marked = annotate(annotate(noAnnotations, bookmark(2)), { ...bookmark(2), bookmarked: false })
    expect(marked).toEqual(noAnnotations)
  })
})

describe('the name of an episode', () => {
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

  it('are each there once, whatever their capitals, in order of the alphabet', () => {
    expect(tagsFrom(['grue', ' Best\nrun ', 'GRUE', '\u202e', 'axe'])).toEqual(['axe', 'Best run', 'grue'])
  })

  it('change by what is added and taken away, and are the same object if that is nothing', () => {
    expect(changeTags(tagged, { add: ['lamp'], remove: ['grue', 'nothing'] }).tags).toEqual(['best', 'lamp'])
    expect(changeTags(tagged, { add: ['BEST'], remove: [] })).toBe(tagged)
    expect(changeTags(tagged, { add: ['grue'], remove: ['Grue'] }).tags).toEqual(['best', 'grue'])
  })
})
