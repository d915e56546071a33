import { execFile } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'

const checkout = resolve(import.meta.dirname, '../..')
/** An unprivileged user if the test runs as root; otherwise the current user. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

interface Place {
  readonly env?: NodeJS.ProcessEnv
  readonly user?: typeof unprivileged
  /** A program, with arguments, that runs the command. */
  readonly within?: readonly string[]
  /** Whether the default data folder is used. */
  readonly isAtHome?: boolean
}

/** The app in a folder with an odd name, and a function that plays an episode with a tool server to its end. */
export function useSurroundings() {
  let scratch: string
  let app: string
  beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), 'surroundings-'))
    chmodSync(scratch, 0o777)
    app = join(scratch, 'Spiele & «Wörter» 100%20')
    for (const part of ['out', 'build/story', 'mcp_config.json', 'package.json', 'zorkgpt.toml'])
      cpSync(join(checkout, part), join(app, part), { recursive: true })
  })
  afterAll(() => rmSync(scratch, { recursive: true }))

  let places = 0
  function play({ env, user, within = [], isAtHome = false }: Place) {
    const home = join(scratch, `home ${places++}`)
    mkdirSync(home)
    if (isAtHome) chmodSync(home, 0o555)
    else chmodSync(home, 0o777)
    const [program = process.execPath, ...args] = [
      ...within,
      process.execPath,
      join(app, 'out/main/cli.js'),
      ...'play --game zork1 --player explorer --seed 3 --turns 4 --agree --json'.split(' '),
      ...(isAtHome ? [] : ['--data', join(home, 'Episoden, meine')]),
    ]
    const { ZORKGPT_HOME: _elsewhere, ...own } = process.env
    return new Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }>((done) => {
      const child = execFile(
        program,
        args,
        {
          ...user,
          cwd: home,
          env: {
            ...own,
            HOME: home,
            XDG_DATA_HOME: undefined,
            ...(isAtHome ? {} : { ZORKGPT_HOME: join(home, 'z') }),
            ...env,
          },
        },
        (_error, stdout, stderr) => done({ status: child.exitCode, stdout, stderr }),
      )
    })
  }
  return play
}

export const playedWithTools = () => ({
  status: 0,
  stdout: expect.stringMatching(/"turns":4.*"tool_calls":[1-9]/s),
  stderr: expect.not.stringContaining('    at '),
})
