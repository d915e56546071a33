import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchGame } from '../../src-main/game/bench'

/** The game core on its own: the bundled story always, Zork I where the shared files lie beside the checkout. */
const print = (line: string) => void process.stdout.write(`  ${line}\n`)
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

const shared = join('..', 'shared')
const zork = join(shared, 'games', 'zork1.z3')
const oracle = join(shared, 'conformance', 'zork1-r119.oracle.json')
if (existsSync(zork) && existsSync(oracle)) {
  print('Zork I, release 119')
  const { seed, steps } = readJson(oracle) as { seed: number; steps: [command: string][] }
  benchGame({ story: readFileSync(zork), storyPath: zork, commands: steps.map(([command]) => command), seed, print })
} else print('Zork I is not measured: ../shared/games/zork1.z3 is not there')

print('Glass Weather (Inform 6, version 5)')
const bundled = join('build', 'story', 'glass-weather.z5')
benchGame({ story: readFileSync(bundled), storyPath: bundled, commands: readJson(join('build', 'story', 'glass-weather.walkthrough.json')) as string[], seed: 1, print })
