import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ShellForm } from '@shared/contract/mcp'
import { SecretMask } from '../../secrets/secret-mask'
import { memorySecrets } from '../../secrets/secret-store'
import { openSecrets } from '../../secrets/secrets'
import { readServers } from '../config/config-file'
import { callForShell, createMarks, quoteWord, withMarks } from './call-for-shell'

const configFile = '/etc/zorkgpt/mcp_config.json'
const secrets = openSecrets(memorySecrets(), {}, [])

interface Asked {
  readonly form?: ShellForm
  readonly tool?: string
  readonly given?: Readonly<Record<string, unknown>>
  readonly known?: readonly string[]
}

async function written(entry: unknown, { form = 'inspector', tool = 'look', given = {}, known = [] }: Asked = {}) {
  const marks = createMarks()
  const env = { WEATHER_TOKEN: 'tok-12345', PLACE: 'here' }
  const source = withMarks({ configFile, appRoot: '/app', env, secrets }, marks)
  const { servers } = await readServers(JSON.stringify({ mcpServers: { s: entry } }), source)
  const server = servers[0]?.server
  if (!server) throw new Error(servers[0]?.fault ?? 'not a good entry')
  const mask = new SecretMask()
  for (const secret of known) mask.learn(secret)
  return callForShell(server, { tool, arguments: given }, form, { configFile, marks, mask })
}

/** The commands that a shell runs, each with its words, which are printed instead of run. */
function ran(text: string, env: Readonly<Record<string, string>> = {}): readonly (readonly string[])[] {
  const stub = (name: string) => String.raw`${name}() { printf '%s\0' $# ${name} "$@" >&3; }`
  const script = `exec 3>&1 >/dev/null\n${['npx', 'curl', 'touch'].map(stub).join('\n')}\n${text}\n`
  const told = execFileSync('sh', ['-c', script], { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' })
  const words = told.split('\0').slice(0, -1)
  const commands: string[][] = []
  while (words.length > 0) commands.push(words.splice(0, Number(words.shift()) + 1))
  return commands
}

const program = { command: 'node', args: ['server.js'] }
const remote = { url: 'https://weather.example/mcp' }
const hostile = [
  `'; touch /tmp/x; '`,
  '$(touch /tmp/x)',
  '`touch /tmp/x`',
  '"; touch x #',
  "'\\''",
  '\n\ntouch x\n',
  '\u0003touch x\n',
  '\u0015\u001b[200~touch x\r',
  '\u001b[201~\rtouch x\r',
  '\\',
  '!!',
  '\0',
  '\u202e\u2028\u0085\u009b',
  '-h',
  '@/etc/passwd',
  'EOF\n',
]
const guestText = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary' }),
  fc.tuple(fc.constantFrom(...hostile), fc.string()).map((texts) => texts.join('')),
)
const guestValue = fc.letrec((tie) => ({
  value: fc.oneof(guestText, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), tie('list')),
  list: fc.oneof(fc.array(tie('value'), { maxLength: 3 }), fc.dictionary(guestText, tie('value'), { maxKeys: 3 })),
})).value
const guestArguments = fc.dictionary(guestText, guestValue, { maxKeys: 3, noNullPrototype: true })

const NEEDS_SH = process.platform === 'win32' ? ' (skipped: Windows has no sh)' : ''
describe.skipIf(NEEDS_SH !== '')(`a call written for a shell${NEEDS_SH}`, () => {
  it('runs the Inspector with exactly these arguments', async () => {
    await fc.assert(
      fc.asyncProperty(guestArguments, async (given) => {
        const text = await written(program, { given })
        // It must contain no control character, which a terminal would treat as a key while pasting.
        expect(text).not.toMatch(/\p{Cc}/u)
        const [words, ...more] = ran(text)
        expect(more).toEqual([])
        expect(words?.filter((word) => !word.startsWith('--tool-args-json='))).toEqual([
          'npx',
          '@modelcontextprotocol/inspector',
          '--cli',
          '--method=tools/call',
          '--tool-name=look',
          '--cwd=/etc/zorkgpt',
          '--',
          'node',
          'server.js',
        ])
        const json = words?.find((word) => word.startsWith('--tool-args-json='))?.slice('--tool-args-json='.length)
        expect(JSON.parse(json ?? '')).toEqual(JSON.parse(JSON.stringify(given)))
      }),
      { numRuns: 60 },
    )
  })

  it('runs curl three times and nothing else, for any tool and arguments', async () => {
    await fc.assert(
      fc.asyncProperty(guestArguments, guestText, async (given, tool) => {
        const text = await written(remote, { form: 'curl', tool, given })
        expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
        const curls = ran(text)
        expect(curls.map(([command, , url]) => [command, url])).toEqual(Array(3).fill(['curl', remote.url]))
        const bodies = curls.map((words) => JSON.parse(words[words.indexOf('--data-raw') + 1] ?? ''))
        expect(bodies.map(({ method }) => method)).toEqual(['initialize', 'notifications/initialized', 'tools/call'])
        expect(bodies[2].params).toEqual(JSON.parse(JSON.stringify({ name: tool, arguments: given })))
      }),
      { numRuns: 40 },
    )
  })

  it('runs with any other word unchanged, or refuses it', () => {
    fc.assert(
      fc.property(fc.array(guestText, { maxLength: 20 }), (words) => {
        const commands: string[] = []
        const kept: string[] = []
        for (const word of words) {
          const quoted = orNull(() => quoteWord(word, createMarks()))
          if (quoted === null) expect(word).toMatch(/\p{C}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/u)
          else {
            expect(quoted.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
            commands.push(`touch ${quoted}`)
            kept.push(word)
          }
        }
        expect(ran(commands.join('\n'))).toEqual(kept.map((word) => ['touch', word]))
      }),
      { numRuns: 20 },
    )
  })

  it('reads a secret from a variable of the shell', async () => {
    const headers = { Authorization: 'Bearer ${secret:WEATHER_TOKEN}', 'X-Place': '${PLACE}' }
    const text = await written({ ...remote, headers }, { form: 'curl' })
    expect(text).toContain(`-H 'Authorization: Bearer '"\${WEATHER_TOKEN}"`)
    expect(ran(text, { WEATHER_TOKEN: "it's $(mine)" })[2]).toEqual(
      expect.arrayContaining(["Authorization: Bearer it's $(mine)", 'X-Place: here']),
    )
    const stdio = await written({
      ...program,
      args: ['--token', '${WEATHER_TOKEN}'],
      env: { KEY: 'env:WEATHER_TOKEN' },
    })
    expect(stdio).toMatch(/-e KEY="\$\{WEATHER_TOKEN\}" -- node --token "\$\{WEATHER_TOKEN\}"$/)
  })

  it('lets no text of a file or server pass for a reference', async () => {
    const forged = '\0WEATHER_TOKEN\0'
    const given = { forged, also: '${WEATHER_TOKEN} $WEATHER_TOKEN' }
    const text = await written(remote, { form: 'curl', tool: forged, given })
    expect(JSON.stringify(ran(text, { WEATHER_TOKEN: 'tok-12345' }))).not.toContain('tok-12345')
    await expect(written({ url: `https://evil.example/${forged}` })).rejects.toThrow('cannot be pasted')
  })
})

describe('a call written for a shell', () => {
  it('contains no secret of the entry, of the host or of the arguments', async () => {
    const entry = {
      ...program,
      args: ['--api-key', 'sk-clear-1', '--password=sk-clear-2', 'known-3'],
      env: { SOME_TOKEN: 'sk-clear-4' },
    }
    const given = { note: 'the key is known-3', 'known-3': 'sk-clear-4' }
    const text = await written(entry, { given, known: ['known-3'] })
    expect(text).not.toMatch(/sk-clear|known-3/)
    const headers = { Authorization: 'Bearer sk-clear-5' }
    const url = 'https://me:sk-clear-6@weather.example/mcp?api_key=sk-clear-7'
    for (const form of ['curl', 'inspector'] as const)
      expect(await written({ url, headers }, { form })).not.toMatch(/sk-clear/)
  })

  it('is refused if the form cannot express it, with the form that can', async () => {
    await expect(written(program, { form: 'curl' })).rejects.toThrow(/“s” is a program.*MCP Inspector/)
    await expect(written({ ...remote, type: 'sse' }, { form: 'curl' })).rejects.toThrow(/“s” uses SSE/)
    await expect(written(remote, { form: 'curl', given: { long: 'x'.repeat(130_000) } })).rejects.toThrow('as JSON')
    await expect(written(program, { tool: 'look\u001b[2J' })).rejects.toThrow('cannot be pasted')
    // curl would read the file and send it.
    const headers = { '@/etc/passwd': '' }
    await expect(written({ ...remote, headers }, { form: 'curl' })).rejects.toThrow('header')
  })
})

function orNull<Value>(make: () => Value): Value | null {
  try {
    return make()
  } catch {
    return null
  }
}
