import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { checkWebOptions, readShellArguments } from './shell-arguments'

const cwd = process.cwd()

it('relative paths begin at the folder in which the shell was started', () => {
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

it('exported episodes are distinguished from stories', () => {
  const { storyFiles, episodeFiles } = readShellArguments(
    ['walk.zorkgpt', 'zork1.z5', 'events.jsonl', 'package.json'],
    cwd,
  )
  expect([storyFiles, episodeFiles]).toEqual([
    [join(cwd, 'zork1.z5')],
    [join(cwd, 'walk.zorkgpt'), join(cwd, 'events.jsonl')],
  ])
})

it('story files are distinguished from all other arguments', () => {
  expect(readShellArguments(['.', '--no-sandbox', 'zork1.z3', 'notes.txt', 'My Game.ZBLORB'], cwd).storyFiles).toEqual([
    join(cwd, 'zork1.z3'),
    join(cwd, 'My Game.ZBLORB'),
  ])
})

it('a file is named by its path or by its address', () => {
  const paths = ['My Game #1.z5', 'Wörter 100%.zorkgpt'].map((name) => join(cwd, name))
  const given = readShellArguments(
    paths.map((path) => pathToFileURL(path).href),
    join(cwd, 'elsewhere'),
  )
  expect([...given.storyFiles, ...given.episodeFiles]).toEqual(paths)
})

it.each([
  'file:///tmp/%zz.z5',
  'file:///tmp/a%2fb.z5',
  'smb://host/share/zork1.z5',
  ...(process.platform === 'win32' ? [] : ['file://host/share/zork1.z5']),
])('%s is refused: it is not a file on this computer', (address) => {
  expect(() => readShellArguments([address], cwd)).toThrow(`${address} is not a file on this computer.`)
})

it('an option without its path is refused', () => {
  for (const args of [['--data'], ['--data='], ['--config', ''], ['--mcp-config']]) {
    expect(() => readShellArguments(args, cwd)).toThrow(/^--(data|config|mcp-config) is empty: it needs a path\.$/)
  }
})

it.each(['x', '-1', '65536', '1.5', ''])('%j is not a port', (port) => {
  expect(() => readShellArguments([`--port=${port}`], cwd)).toThrow(/It must be a number from 0 to 65535/)
})

it('the web shell refuses unknown options, and ignores those of Electron that npm start passes on', () => {
  checkWebOptions(['zork1.z5', '--port=0', '--data', 'x', '--no-sandbox', '--ozone-platform=x11'])
  expect(() => checkWebOptions(['--frob=1'])).toThrow("Unknown option '--frob'. --help lists the options.")
})
