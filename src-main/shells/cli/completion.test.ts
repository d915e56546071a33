import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMAND_OPTIONS } from './command/command-table'
import { USAGE } from './command/usage'
import { run } from './completion'
import { testContext } from './tests/command.testkit'

async function scriptFor(shell: string): Promise<string> {
  const { context, out } = testContext()
  expect(await run([shell], context)).toBe(0)
  return out.text()
}
const has = (program: string) => {
  try {
    execFileSync(program, ['-c', 'exit 0'])
    return true
  } catch {
    return false
  }
}

describe('the table of commands', () => {
  it('has every option that the help names, and no other', () => {
    const named = new Set([...USAGE.matchAll(/--([a-z][\w-]*)/g)].map(([, name]) => name))
    const known = new Set(Object.values(COMMAND_OPTIONS).flatMap((options) => Object.keys(options)))
    // `zorkgpt config` also takes the options of a run, to show their effect.
    expect([...known].filter((name) => !named.has(name))).toEqual([])
    expect([...named].filter((name) => !known.has(name ?? ''))).toEqual(['version', 'help', 'debug'])
    for (const name of Object.keys(COMMAND_OPTIONS)) expect(USAGE).toContain(`zorkgpt ${name}`)
  })
})

describe.runIf(has('bash'))('bash offers', () => {
  const offered = async (...words: readonly string[]) => {
    const script = await scriptFor('bash')
    const line = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _zorkgpt; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', `${script}\n${line}`, 'bash', 'zorkgpt', ...words], { encoding: 'utf8' })
      .split('\n')
      .filter((word) => word !== '')
  }

  it.each([
    ['commands', ['exp'], ['export', 'experiment']],
    ['options of the command', ['play', '--pa'], ['--pause-on', '--paused']],
    ['what an option takes', ['play', '--player', 'e'], ['explorer']],
    ['nothing where only the reader knows', ['play', '--model', ''], []],
    ['words behind a command', ['config', 'sh'], ['show']],
    ['no option of another command', ['replay', '--pl'], []],
  ])('%s', async (_what, words, expected) => {
    expect(await offered(...words)).toEqual(expected)
  })

  it('files, even with special characters in their names', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'completion-'))
    try {
      const names = ['a run.toml', '[ab].toml', '$(exit 1).toml', 'b.toml']
      for (const name of names) writeFileSync(join(folder, name), '')
      const files = await offered('play', '--config', `${folder}/`)
      expect(files.toSorted()).toEqual(names.map((name) => `${folder}/${name}`).toSorted())
      expect(await offered('play', '--config', `${folder}/[`)).toEqual([`${folder}/[ab].toml`])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the completion script', () => {
  it.each(['bash', 'zsh', 'fish'])('is valid for %s', async (shell) => {
    const script = await scriptFor(shell)
    for (const option of Object.keys(COMMAND_OPTIONS.play)) expect(script).toMatch(new RegExp(`(?:--|-l )${option}\\b`))
    if (has(shell)) execFileSync(shell, ['-n'], { input: script })
  })

  it('does not exist for other shells', async () => {
    await expect(run(['csh'], testContext().context)).rejects.toThrow('bash, zsh, fish')
  })
})
