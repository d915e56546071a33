import { describe, expect, it } from 'vitest'
import { readStory } from '../../story/inform.testkit'
import { readBundled, readZork } from '../../story/story-files.testkit'
import { walkStory } from './walk-story'

describe('a walk through the surveys of a story', () => {
  it('finds passages, also behind doors that it opens', () => {
    const passages = walkStory(readZork(1), 1)
    expect(passages).toContainEqual({ from: 'West of House', direction: 'north', to: 'North of House' })
    expect(passages).toContainEqual({ from: 'Behind House', direction: 'west', to: 'Kitchen' })
    expect(passages).toContainEqual({ from: 'Kitchen', direction: 'west', to: 'Living Room' })
    expect(passages.length).toBeGreaterThanOrEqual(40)
  })

  it('is the same each time', () => {
    const { story } = readBundled('low-water')
    expect(walkStory(story, 1)).toEqual(walkStory(story, 1))
    expect(walkStory(story, 1).length).toBeGreaterThan(5)
  })

  it('finds no passages from rooms that share a name', () => {
    const passages = walkStory(readZork(1), 1)
    expect(passages.map(({ from }) => from)).not.toContain('Forest')
    expect(passages.map(({ to }) => to)).toContain('Forest')
  })

  it('is empty where the location is unknown', () => expect(walkStory(readStory('opcodes.z5'), 1)).toEqual([]))
})
