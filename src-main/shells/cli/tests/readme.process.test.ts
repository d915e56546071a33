import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readArguments } from '../command/arguments'
import { COMMAND_OPTIONS, type CommandName } from '../command/command-table'
import { appRoot, runCommand } from './command.testkit'

/** The commands in blocks of a document, without their comments. */
const commandsIn = (file: string) =>
  [...readFileSync(join(appRoot, file), 'utf8').matchAll(/```sh\n([^]*?)```/g)]
    .flatMap(([, block = '']) => block.split('\n'))
    .filter((line) => /^(?:[A-Z_]+=\S+ )*zorkgpt /.test(line))
    .map((line) => line.replace(/^(?:[A-Z_]+=\S+ )*zorkgpt /, '').replace(/ +#.*$/, ''))
const documents = [
  'README.md',
  ...readdirSync(join(appRoot, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
]
const documented = documents.flatMap((file) => commandsIn(file).map((command) => ({ file, command })))

describe('the commands of the documents', () => {
  it('are in the README', () => {
    expect(commandsIn('README.md').length).toBeGreaterThanOrEqual(10)
  })

  it.each(documented)('$file: zorkgpt $command exists, with its options', ({ command }) => {
    const [name = '', ...words] = command.split(' ')
    expect(Object.keys(COMMAND_OPTIONS)).toContain(name)
    expect(() => readArguments(name as CommandName, words, 5)).not.toThrow()
    if (name === 'play') expect(command).toMatch(/--(?:game|preset|config|resume) /)
  })
})

describe('the README', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'readme-'))
    mkdirSync(join(folder, 'episodes'))
    writeFileSync(join(folder, 'run.toml'), '[run]\nplayer = "random"\n\n[orchestrator]\nmax_turns_per_episode = 2\n')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  // Each command uses the results of the previous one. Other tests cover the rest.
  it.each([
    'play --config run.toml',
    'replay EPISODE --turn 12',
    'export EPISODE --format html --out episode.html',
    'config check',
  ])('shows a command that works: zorkgpt %s', async (command) => {
    expect(commandsIn('README.md')).toContain(command)
    const [episode = ''] = readdirSync(join(folder, 'episodes')).filter((name) => !name.startsWith('.'))
    const words = command.replace('EPISODE', episode).replace('--turn 12', '--turn 2').split(' ')
    const env = { ZORKGPT_HOME: folder, XDG_STATE_HOME: join(folder, 'state') }
    expect(await runCommand(words, { cwd: folder, env })).toMatchObject({ status: 0, stderr: '' })
  })
})
