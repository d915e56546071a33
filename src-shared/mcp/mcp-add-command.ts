import { tryParseJson } from '../base/json/bound-json'
import { isRecord } from '../base/json/is-record'

/**
 * Parses `claude mcp add [options] NAME (COMMAND ARGS… | URL)` and `claude mcp add-json NAME JSON`, as in READMEs. The
 * options `--transport`, `--env`, `--header` and `--scope` may be before or after the name, and `--` begins the
 * command. Returns a sentence if the command is invalid.
 */
export function serverFromCommandLine(
  line: string,
): { readonly name: string; readonly entry: Readonly<Record<string, unknown>> } | string {
  const [, , verb, ...words] = splitWords(
    line
      .replace(/^\$ /, '')
      .replaceAll(/\\\r?\n/g, ' ')
      .replaceAll(/\s*[\r\n][^]*$/g, ''),
  )
  if (verb === 'add-json') return readAddJson(words)
  const env: Record<string, string> = {}
  const headers: Record<string, string> = {}
  const positional: string[] = []
  let transport: string | null = null
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const [option, inline] = /^(--[\w-]+)=(.*)$/s.exec(word)?.slice(1) ?? [word]
    const value = () => inline ?? words[++at] ?? ''
    if (option === '--') {
      positional.push(...words.slice(at + 1))
      break
    }
    // Arguments after the program belong to it, even without "--".
    if (positional.length >= 2 && !/^(--env|-e|--header|-H|--transport|-t|--scope|-s)$/.test(option ?? ''))
      positional.push(word)
    else if (option === '--transport' || option === '-t') transport = value()
    else if (option === '--env' || option === '-e') put(env, /^([^=]+)=(.*)$/s, value())
    else if (option === '--header' || option === '-H') put(headers, /^([^:]+):\s*(.*)$/s, value())
    else if (option === '--scope' || option === '-s') value()
    else if (!word.startsWith('-')) positional.push(word)
  }
  const [name, target, ...args] = positional
  if (name === undefined || target === undefined) return 'The command line needs a name and a command or an address.'
  const isRemote = transport === 'http' || transport === 'sse' || /^https?:\/\//.test(target)
  if (isRemote)
    return {
      name,
      entry: {
        ...(transport === 'sse' && { type: 'sse' }),
        url: target,
        ...(Object.keys(headers).length > 0 && { headers }),
      },
    }
  return {
    name,
    entry: { command: target, ...(args.length > 0 && { args }), ...(Object.keys(env).length > 0 && { env }) },
  }
}

function readAddJson(words: readonly string[]): ReturnType<typeof serverFromCommandLine> {
  const [name, json = ''] = words.filter(
    (word, index) => !/^(-s|--scope)$/.test(word) && !/^(-s|--scope)$/.test(words[index - 1] ?? ''),
  )
  const entry = tryParseJson(json)
  return isRecord(entry) ? { name: name ?? '', entry } : 'The name must be followed by a JSON object.'
}

function put(table: Record<string, string>, form: RegExp, text: string): void {
  const [, key, value] = form.exec(text) ?? []
  if (key !== undefined) table[key.trim()] = value ?? ''
}

interface CommandLine {
  readonly env: Readonly<Record<string, string>>
  readonly command: string
  readonly args: readonly string[]
}

/** Splits a whole command line into the parts of an entry; null for a single word or a Windows path. */
export function splitCommandLine(line: string): CommandLine | null {
  const text = line.trim().replace(/^\$ /, '')
  const words = /^(?:[A-Za-z]:\\|[{[])/.test(text) ? [] : splitWords(text.replaceAll(/\\\r?\n/g, ' '))
  const start = words.findIndex((word) => !ASSIGNMENT.test(word))
  const [command, ...args] = start < 0 ? [] : words.slice(start)
  if (command === undefined || (args.length === 0 && start === 0)) return null
  const env: Record<string, string> = {}
  for (const word of words.slice(0, start)) put(env, ASSIGNMENT, word)
  return { env, command, args }
}

const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s

/** Splits words like a shell, with quotes and backslashes but without expansion. */
export function splitWords(line: string): readonly string[] {
  const parts = line.match(/(?:"(?:[^"\\]|\\[^])*"|'[^']*'|\\[^]|[^\s"'\\])+/g) ?? []
  return parts.map((part) =>
    part.replaceAll(
      /"((?:[^"\\]|\\[^])*)"|'([^']*)'|\\([^])/g,
      (_match, double?: string, single?: string, escaped?: string) =>
        double?.replaceAll(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? '',
    ),
  )
}
