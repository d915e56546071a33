import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * All shells and servers with a data folder, as processes: none may hang or print a stack trace, whatever the folder
 * is.
 */
const appRoot = resolve(import.meta.dirname, '../..')
const PROGRAMS = {
  'zorkgpt play': 'out/main/cli.js play --game glass-weather --player explorer --turns 1 --no-mcp'.split(' '),
  'zorkgpt serve': ['out/main/cli.js', 'serve'],
  'npm start': ['build/scripts/start.mjs', '--web'],
  'the zorkgpt server': ['out/servers/zorkgpt.js'],
} as const
const programs = Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[]
/** Each takes less than a second: a process that reaches this limit hangs. */
const DEADLINE_MS = 50_000

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'data-folder-'))
  writeFileSync(join(home, 'file'), '')
})
afterAll(() => rmSync(home, { recursive: true }))

function run(program: keyof typeof PROGRAMS, args: readonly string[], variables: NodeJS.ProcessEnv = {}) {
  const [script, ...own] = PROGRAMS[program]
  const env = { ...process.env, ZORKGPT_HOME: join(home, 'unused'), XDG_STATE_HOME: join(home, 'state'), ...variables }
  return new Promise<{ readonly status: number | null; readonly stdout: string; readonly lines: readonly string[] }>(
    (done) => {
      const child = execFile(
        process.execPath,
        [join(appRoot, script), ...own, ...args],
        { cwd: home, env, timeout: DEADLINE_MS, killSignal: 'SIGKILL' },
        (_error, stdout, stderr) => {
          // The launcher prints its steps first.
          done({
            status: child.exitCode,
            stdout,
            lines: stderr
              .trimEnd()
              .split('\n')
              .filter((line) => !line.includes('in a browser instead of a desktop window')),
          })
        },
      )
      child.stdin?.end()
    },
  )
}

const refusal = (sentence: RegExp) => ({ status: 2, stdout: '', lines: [expect.stringMatching(sentence)] })

describe.each(programs)('%s', (program) => {
  it('refuses a data folder that is a file, or is below a file', async () => {
    const file = join(home, 'file')
    const all = await Promise.all(
      [file, join(file, 'under'), 'file', 'file/under'].map((data) => run(program, ['--data', data])),
    )
    for (const result of all)
      expect(result).toEqual(
        refusal(
          new RegExp(
            `The data folder ${file}(/under)? cannot be used: ${file} is not a folder\\. Choose another with --data`,
          ),
        ),
      )
  })

  it.skipIf(process.platform === 'win32')('refuses a link that leads nowhere', async () => {
    const link = join(home, 'link')
    symlinkSync(join(home, 'gone'), link)
    const both = await Promise.all([link, join(link, 'under')].map((data) => run(program, ['--data', data])))
    rmSync(link)
    for (const result of both)
      expect(result).toEqual(refusal(new RegExp(`cannot be used: ${link} is a link that leads nowhere\\.`)))
  })

  it('refuses an empty data folder name, and one that is too long', async () => {
    const [none, long] = await Promise.all([run(program, ['--data', '']), run(program, ['--data', 'x'.repeat(300)])])
    expect(none).toEqual(refusal(/--data is empty: it needs a path\.$/))
    expect(long).toEqual(refusal(/x{300} cannot be used: .*Choose another with --data/))
  })

  it.skipIf(process.platform !== 'linux')('refuses a data folder where the system allows no folders', async () => {
    expect(await run(program, ['--data', '/proc/nope'])).toEqual(
      refusal(/The data folder \/proc\/nope cannot be used: the system does not allow folders there\./),
    )
    expect(await run(program, ['--data', '/dev/null/episodes'])).toEqual(
      refusal(/cannot be used: \/dev\/null is not a folder\./),
    )
  })

  it('refuses an invalid ZORKGPT_HOME in the same way', async () => {
    const file = join(home, 'file')
    expect(await run(program, [], { ZORKGPT_HOME: file })).toEqual(
      refusal(/file\/episodes cannot be used: .*file is not a folder\. .* ZORKGPT_HOME\.$/),
    )
  })
})

it('a relative data folder is relative to the working folder, and ~ is the home folder', async () => {
  const played = await run('zorkgpt play', ['--data', 'here/episodes', '--json'])
  expect(played).toMatchObject({ status: 0, lines: [''] })
  expect(readdirSync(join(home, 'here/episodes')).filter((name) => name.startsWith('20'))).toHaveLength(1)
  const atHome = await run('zorkgpt play', ['--data=~/episodes', '--json'], {
    HOME: join(home, 'me'),
    USERPROFILE: join(home, 'me'),
  })
  expect(atHome).toMatchObject({ status: 0, lines: [''] })
  expect(readdirSync(join(home, 'me/episodes')).filter((name) => name.startsWith('20'))).toHaveLength(1)
})
