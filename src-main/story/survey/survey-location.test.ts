import { describe, expect, it } from 'vitest'
import type { GameEnvironment } from '../environment'
import { openEnvironment } from '../live-environment'
import { readBundled, readZork } from '../story-files.testkit'
import { Surveyor } from './survey-location'

const { story, walkthrough } = readBundled()

function playTo(commands: readonly string[], file = story): GameEnvironment {
  const environment = openEnvironment(file, 'app')
  environment.reset({ seed: 1 })
  for (const command of commands) environment.step(command)
  return environment
}

/** The doors of a location, by direction. */
function doorsOf(environment: GameEnvironment): Readonly<Record<string, string>> {
  const exits = environment.getSurvey()?.exits ?? []
  return Object.fromEntries(
    exits.flatMap(({ direction, door }) => (door ? [[direction, `${door.name}: ${door.state}`]] : [])),
  )
}

const opensCellar = walkthrough.indexOf('open cellar door')

describe('a survey of a room', () => {
  it('leaves the game as it was, the generator included', () => {
    const environment = playTo(walkthrough.slice(0, 20))
    const before = environment.getStateHash()
    environment.getSurvey()
    expect(environment.getStateHash()).toBe(before)
  })

  it('knows where every open exit leads', () => {
    const environment = playTo(walkthrough.slice(0, 17))
    const open = environment.getSurvey()!.exits!.filter(({ door }) => door === null || door.state === 'open')
    expect(open.length).toBeGreaterThan(3)
    for (const { direction, to } of open) {
      const there = environment.copy()
      there.step(direction)
      expect([direction, there.getLocation()?.num]).toEqual([direction, to])
    }
  })

  it('finds a door, its state, and where it leads, open or closed', () => {
    const [closed, open] = [playTo(walkthrough.slice(0, opensCellar)), playTo(walkthrough.slice(0, opensCellar + 1))]
    expect([closed, open].map((environment) => doorsOf(environment).down)).toEqual([
      'cellar door: closed',
      'cellar door: open',
    ])
    const beyond = [closed, open].map(
      (environment) => environment.getSurvey()!.exits!.find(({ direction }) => direction === 'down')?.to,
    )
    open.step('down')
    expect(beyond).toEqual([open.getLocation()?.num, open.getLocation()?.num])
  })

  it('finds a door that does not open by itself, by trying exits as if it were open', () => {
    const gallery = playTo(walkthrough.slice(0, walkthrough.indexOf('up') + 1))
    expect(gallery.step('up').observation).toMatch(/hatch/)
    expect(doorsOf(gallery)).toEqual({ up: 'iron hatch: closed' })
  })

  it('distinguishes a lit room from one that the player lights, and tests no exit in the dark', () => {
    const entersCellar = walkthrough.indexOf('down', opensCellar) + 1
    const cellar = playTo(walkthrough.slice(0, entersCellar))
    expect([playTo([]).getSurvey()?.light, cellar.getSurvey()?.light]).toEqual(['own', 'brought'])
    cellar.step('turn off lantern')
    expect(cellar.getSurvey()).toMatchObject({ light: 'none', exits: null })
  })

  it('of a story by another compiler is found by the same methods', () => {
    const behindHouse = playTo(['n', 'e'], readZork(1))
    expect(doorsOf(behindHouse)).toEqual({ west: 'kitchen window: closed', in: 'kitchen window: closed' })
    for (const command of ['open window', 'w', 'w', 'take lamp', 'move rug']) behindHouse.step(command)
    expect(doorsOf(behindHouse)).toEqual({ down: 'trap door: closed' })
    for (const command of ['turn on lamp', 'open trap door', 'down']) behindHouse.step(command)
    expect(behindHouse.getSurvey()?.light).toBe('brought')
    expect(doorsOf(behindHouse)).toEqual({ up: 'trap door: locked' })
  })

  it('does not take waking up after death for an exit', () => {
    const environment = playTo(
      ['n', 'e', 'open window', 'w', 'w', 'take lamp', 'move rug', 'open trap door', 'turn on lamp', 'down', 'north'],
      readZork(1),
    )
    expect(environment.getLocation()?.name).toBe('The Troll Room')
    expect(environment.getSurvey()?.exits?.map(({ direction }) => direction)).toEqual(['south'])
  })
})

describe('a surveyor', () => {
  it('surveys a room once, and again when a door in it was opened', () => {
    const environment = playTo(walkthrough.slice(0, opensCellar))
    const surveyor = new Surveyor()
    const survey = () => surveyor.survey(environment) !== null
    expect([survey(), survey()]).toEqual([true, false])
    environment.step('open cellar door')
    expect([survey(), survey()]).toEqual([true, false])
  })

  it('ignores what the player takes or drops', () => {
    const environment = playTo([])
    const surveyor = new Surveyor()
    surveyor.survey(environment)
    for (const command of ['take crook', 'drop crook', 'look']) {
      environment.step(command)
      expect([command, surveyor.survey(environment)]).toEqual([command, null])
    }
  })

  it('surveys nothing if the story does not wait for a line', () => {
    const environment = playTo(walkthrough)
    expect(environment.gameOver()).toBe(true)
    expect(new Surveyor().survey(environment)).toBeNull()
  })
})
