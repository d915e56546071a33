import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readShellArguments } from './shell-arguments'

const cwd = process.cwd()

it('paths are taken from the folder the shell was started in', () => {
  const given = readShellArguments(['--data', 'episodes', '--config=my.toml', '--port', '8080'], cwd)
  expect(given).toEqual({
    port: 8080,
    dataFolder: join(cwd, 'episodes'),
    configFile: join(cwd, 'my.toml'),
    mcpConfigFile: null,
    storyFiles: [],
    episodeFiles: [],
  })
})

it('exported episodes are told from stories', () => {
  const { storyFiles, episodeFiles } = readShellArguments(
    ['walk.zorkgpt', 'zork1.z5', 'events.jsonl', 'package.json'],
    cwd,
  )
  expect([storyFiles, episodeFiles]).toEqual([
    [join(cwd, 'zork1.z5')],
    [join(cwd, 'walk.zorkgpt'), join(cwd, 'events.jsonl')],
  ])
})

it('story files are told from everything else Electron is started with', () => {
  expect(readShellArguments(['.', '--no-sandbox', 'zork1.z3', 'notes.txt', 'My Game.ZBLORB'], cwd).storyFiles).toEqual([
    join(cwd, 'zork1.z3'),
    join(cwd, 'My Game.ZBLORB'),
  ])
})

it('an option without its path is refused, and not taken for one that was not given', () => {
  for (const args of [['--data'], ['--data='], ['--config', ''], ['--mcp-config']]) {
    expect(() => readShellArguments(args, cwd)).toThrow(/^--(data|config|mcp-config) is empty: it takes a path\.$/)
  }
})

it.each(['x', '-1', '65536', '1.5', ''])('%j is no port', (port) => {
  expect(() => readShellArguments([`--port=${port}`], cwd)).toThrow(/--port wants a number from 0 to 65535/)
})
