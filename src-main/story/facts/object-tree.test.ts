import { describe, expect, it } from 'vitest'
import { readHeader, HEADER_PROFILES } from '../zmachine/header'
import { Machine } from '../zmachine/machine'
import { assembleStory } from '../zmachine/tiny-story.testkit'
import { childrenOf, descendantsOf } from './object-tree'
import { readVisible } from './read-world'

const [LOCATION, PLAYER, LAMP, CASE] = [1, 2, 3, 4]

function buildTree(): Machine {
  const story = assembleStory({ version: 3, code: [] })
  const machine = new Machine(story, readHeader(story), HEADER_PROFILES.plain)
  for (const [object, place] of [
    [PLAYER, LOCATION],
    [CASE, LOCATION],
    [LAMP, PLAYER],
  ] as const)
    machine.objects.insert(object, place)
  return machine
}

describe('the tree of objects', () => {
  it('has the children of an object, the newest first', () => {
    const { objects } = buildTree()
    expect(childrenOf(objects, LOCATION)).toEqual([CASE, PLAYER])
    expect(descendantsOf(objects, LOCATION, 2)).toEqual([CASE, PLAYER, LAMP])
    expect(descendantsOf(objects, LOCATION, 1)).toEqual([CASE, PLAYER])
  })

  it('that contains a cycle is walked once', () => {
    const { objects } = buildTree()
    objects.insert(CASE, CASE)
    expect(childrenOf(objects, CASE)).toEqual([CASE])
    expect(descendantsOf(objects, CASE, 100)).toEqual([CASE])
  })

  it('in which the player contains itself still has visible objects', () => {
    const machine = buildTree()
    machine.objects.insert(PLAYER, PLAYER)
    expect(readVisible(machine, PLAYER, LOCATION, null)).toEqual([CASE, LAMP])
  })
})
