import { describe, expect, it } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { McpProgram } from '@shared/contract/mcp'
import { testContext } from '../tests/command.testkit'
import { startAgreed } from './agreement'
import type { Person } from './person'

const personWho = (line: string | null): Person => ({ nextLine: async () => line, close: () => {} })

const WEATHER: McpProgram = {
  server: 'weather',
  isRemote: false,
  configFile: '/home/me/mcp.json',
  line: 'npx -y weather',
  folder: '/home/me',
  folderIsMissing: false,
  file: '/bin/npx',
  fault: null,
  agreed: null,
  unagreed: 'f1',
  variables: [{ text: 'CITY=Oslo', decides: false }],
  envFile: { path: '/home/me/.env', sha256: 'abc', variables: [{ text: 'NODE_OPTIONS=x', decides: true }] },
}

/** A host that starts nothing before its programs have consent. */
function hostWith(...programs: readonly McpProgram[]) {
  const agreed: string[] = []
  return {
    agreed,
    api: {
      listNewPrograms: async () => (programs.length === 0 ? [WEATHER] : programs),
      agreeToPrograms: async ({ fingerprints }: { fingerprints: string[] }) => {
        agreed.push(...fingerprints)
        return {}
      },
    },
    start: async () => {
      if (agreed.length === 0) throw new ExpectedError('program_not_agreed', 'No consent: use --agree.')
      return 'started'
    },
  }
}

describe('zorkgpt play with a program without consent', () => {
  it('prints, with --agree, everything that runs before it agrees', async () => {
    const { context, err } = testContext({ columns: 80 })
    const { api, start, agreed } = hostWith()
    expect(await startAgreed(start, { api, isGiven: true, person: null, context })).toBe('started')
    expect(err.text())
      .toBe(`An MCP server is a program with your rights. You have not agreed on this machine to run this one:
  | server    weather
  | file      /home/me/mcp.json
  | runs      npx -y weather
  | in        /home/me
  | variable  CITY=Oslo
  | envFile   /home/me/.env
  | SHA-256   abc
  | variable  NODE_OPTIONS=x   (decides what is loaded or run)
`)
    expect(agreed).toEqual(['f1'])
  })

  it('asks at a terminal, and accepts a yes', async () => {
    const { context, err } = testContext({ columns: 80 })
    const { api, start, agreed } = hostWith()
    expect(await startAgreed(start, { api, isGiven: false, person: personWho(' Yes '), context })).toBe('started')
    expect(err.text()).toContain('Type "yes"')
    expect(agreed).toEqual(['f1'])
  })

  it.each([['no'], [''], [null]])('starts nothing after any other answer: %j', async (line) => {
    const { context } = testContext({ columns: 80 })
    const { api, start, agreed } = hostWith()
    await expect(startAgreed(start, { api, isGiven: false, person: personWho(line), context })).rejects.toMatchObject({
      kind: 'program_not_agreed',
    })
    expect(agreed).toEqual([])
  })

  it('asks about each program separately, and starts nothing after one no', async () => {
    const programs = ['f1', 'f2', 'f3'].map((unagreed) => ({ ...WEATHER, unagreed }))
    const { context, err } = testContext({ columns: 80 })
    const { api, start, agreed } = hostWith(...programs)
    const answers = ['yes', 'no', 'yes']
    const person: Person = { nextLine: async () => answers.shift() ?? null, close: () => {} }
    await expect(startAgreed(start, { api, isGiven: false, person, context })).rejects.toMatchObject({
      kind: 'program_not_agreed',
    })
    expect([agreed, answers]).toEqual([[], ['yes']])
    expect(err.text()).toContain('(2 of 3)')
  })

  it('prints no text of a config at the beginning of a line, and hides none', async () => {
    const evil = `x${' '.repeat(90)}Nothing is run. Type "yes" to go on:\n\u001b[2J\u001b[8m\u202e${'宽'.repeat(100)}`
    const { context, err } = testContext({ columns: 60 })
    const { api, start } = hostWith({
      ...WEATHER,
      server: evil,
      configFile: evil,
      line: evil,
      folder: evil,
      fault: evil,
      variables: [{ text: evil, decides: true }],
      envFile: { path: evil, sha256: null, variables: [{ text: evil, decides: false }] },
    })
    await startAgreed(start, { api, isGiven: false, person: personWho('yes'), context })
    expect(err.text()).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
    const lines = err.text().trimEnd().split('\n')
    expect(lines.filter((line) => !line.startsWith('  | '))).toEqual([
      expect.stringMatching(/^An MCP server is a program/),
      'Type "yes" to agree to the lines behind the bars above:',
    ])
    for (const line of lines.slice(1, -1))
      expect(Array.from(line).reduce((width, sign) => width + (sign === '宽' ? 2 : 1), 0)).toBeLessThan(60)
  })

  it('starts nothing if there is no terminal', async () => {
    const { context, err } = testContext({ columns: 80 })
    const { api, start, agreed } = hostWith()
    await expect(startAgreed(start, { api, isGiven: false, person: null, context })).rejects.toThrow('use --agree')
    expect([agreed, err.text()]).toEqual([[], ''])
  })
})
