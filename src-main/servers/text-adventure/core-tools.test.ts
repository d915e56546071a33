import { describe, expect, it } from 'vitest'
import { zorkFile } from '../../story/story-files.testkit'
import { openClient } from './open-client.testkit'

/** The example calls and responses of the requirements, where Zork I allows them. */
const openZork = (env: Readonly<Record<string, string>> = {}) => openClient({ GAME: zorkFile(1), ...env })

describe('the core tools on Zork I', () => {
  it('without GAME the story is zork1', async () => {
    const { call } = await openClient({ GAME: '' })
    expect((await call('memory')).text).toContain('- Game: zork1\n')
  })

  it('play_action: the reply, the points, the score and the moves', async () => {
    const { play } = await openZork()
    expect((await play('north', 'north', 'up', 'take egg')).text).toBe(
      'Taken.\n\n+5 points! (Total: 5)\n\n[Score: 5 | Moves: 4]',
    )
    expect((await play('look')).text).toMatch(/\n\n\[Score: 5 \| Moves: 5\]$/)
  })

  it('memory: the state, the latest actions and the current location', async () => {
    const { play, call } = await openZork()
    await play('look', 'open mailbox', 'take leaflet')
    expect((await call('memory')).text).toBe(`Current State:
- Location: West of House
- Score: 0 points
- Moves: 3
- Game: zork1

Recent Actions:
  > look -> West of House You are standing in an open field west of a wh...
  > open mailbox -> Opening the small mailbox reveals a leaflet....
  > take leaflet -> Taken....

Current Observation:
West of House
You are standing in an open field west of a white house, with a boarded front door.
There is a small mailbox here.

Taken.`)
  })

  it('memory: the full description of the location, also when the story prints its name alone', async () => {
    const { play, call } = await openZork()
    const [behind, house] = [
      'You are behind the white house. A path leads into the forest to the east. In one corner of the house there is a small window which is slightly ajar.',
      'You are standing in an open field west of a white house, with a boarded front door.',
    ]
    expect((await play('north', 'east', 'north', 'east')).text).toMatch(/^Behind House\n\n\[Score/)
    expect((await call('memory')).text).toMatch(
      new RegExp(`Current Observation:\nBehind House\n${behind}\n\nBehind House$`),
    )
    expect((await call('memory')).structured).toMatchObject({
      text: expect.stringMatching(/^Behind House\s*$/),
      description: `Behind House\n${behind}`,
    })
    await play('open window', 'look')
    expect((await call('memory')).text).toContain(
      `Current Observation:\nBehind House\n${behind.replace('slightly ajar', 'open')}`,
    )
    expect((await play('north', 'west')).text).toMatch(/^West of House\nThere is a small mailbox here\.\n\n\[Score/)
    expect((await call('memory')).structured).toMatchObject({
      description: `West of House\n${house}\nThere is a small mailbox here.`,
    })
    await play('open mailbox')
    expect((await call('memory')).text).toMatch(
      new RegExp(`${house}\nThere is a small mailbox here\\.\n\nOpening the small mailbox reveals a leaflet\\.$`),
    )
  })

  it('get_map: a hint at first, then the walked exits, with [Current]', async () => {
    const { play, call } = await openZork()
    expect((await call('get_map')).text).toContain('No locations explored yet. Try moving around!')
    await play('north', 'east', 'open window', 'west', 'east')
    expect((await call('get_map')).text).toContain(`Explored Locations and Exits:

* Behind House
    -> west -> Kitchen

* Kitchen
    -> east -> Behind House

* North of House
    -> east -> Behind House

* West of House
    -> north -> North of House

[Current] Behind House`)
  })

  it('inventory: names, or empty-handed', async () => {
    const { play, call } = await openZork()
    expect((await call('inventory')).text).toBe('Inventory: You are empty-handed.')
    await play('open mailbox', 'take leaflet')
    expect((await call('inventory')).text).toBe('Inventory: leaflet')
  })

  it('the first line of a reply is not mistaken for a location', async () => {
    const { play, call } = await openZork()
    const { structured } = await play('north', 'plugh', 'south')
    expect(structured).toMatchObject({
      text: expect.stringMatching(/^The windows are all boarded/),
      location: { name: 'North of House' },
    })
    expect((await call('get_map')).text).toMatch(
      /^Explored Locations and Exits:\n\n\* North of House\n\n\* West of House\n {4}-> north -> North of House\n\n\[Current\] North of House/,
    )
  })

  it('GAME OVER ends the last reply, and no further action is played', async () => {
    const { play, call } = await openZork({ TEXT_ADVENTURE_TOOLS: 'save,restore' })
    await call('save', { name: 'start' })
    expect((await play('quit', 'y')).text).toMatch(/\n\nGAME OVER$/)
    expect(await play('look')).toMatchObject({ isError: true, text: expect.stringContaining('The game has ended') })
    expect((await call('restore', { name: 'start' })).text).toContain('Location: West of House')
    expect((await play('look')).isError).toBe(false)
  })

  it('the last 50 actions are remembered, and the last 5 shown', async () => {
    const { play, call, read } = await openZork()
    await play(...Array.from({ length: 60 }, (_, index) => `say ${index}`))
    expect((await call('memory')).text.match(/ {2}> say \d+/g)).toEqual(
      [55, 56, 57, 58, 59].map((index) => `  > say ${index}`),
    )
    expect((await read('game://transcript')).match(/^> say/gm)).toHaveLength(60)
  })
})
