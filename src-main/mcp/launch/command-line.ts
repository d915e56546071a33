import type { McpServer, StdioServer } from '@shared/mcp/mcp-entry'
import { namesASecret } from '@shared/mcp/mcp-expansion'
import type { McpVariable } from '@shared/contract/mcp'
import { visibleLine } from '@shared/base/visible-text'
import { MASK, SecretMask } from '../../secrets/secret-mask'
import { decidesWhatRuns } from './code-loading-variables'
import type { EnvFile } from './env-file'

/**
 * What is executed or connected to, as one line for people, with all that may be a secret masked: for logs, errors and
 * lists.
 */
export function describeTarget(server: McpServer): string {
  if (server.transport !== 'stdio') return maskSecrets(maskUrl(server.url), server.secrets)
  const hidden = maskOptions(server.args)
  return maskSecrets([server.command, ...hidden].map(quote).join(' '), server.secrets)
}

/**
 * The same for somebody who is to agree to it: every word that stands in the file is shown. A config that calls a word
 * a secret elsewhere, or puts it behind `--token`, must not have it masked here.
 */
export function describeProgram({ command, args, secrets, written }: StdioServer): string {
  return [command, ...args].map((word) => quote(maskUnwritten(word, secrets, written.words))).join(' ')
}

/**
 * The variables that the entry sets. The value of one that is called a secret is masked, unless it decides what runs.
 */
export function describeVariables({ env, secrets, written }: StdioServer): readonly McpVariable[] {
  return decidingFirst(
    Object.entries(env).map(([name, value]) => {
      const decides = decidesWhatRuns(name)
      const shown = namesASecret(name) && !decides ? MASK : maskUnwritten(value, secrets, [written.env[name] ?? ''])
      return { text: `${quote(name)}=${quote(shown)}`, decides }
    }),
  )
}

/** Those of a file: their names, for it is where secrets are kept, and the values of those that decide what runs. */
export function describeEnvFile({ variables }: EnvFile, { secrets }: StdioServer): readonly McpVariable[] {
  return decidingFirst(
    Object.entries(variables).map(([name, value]) => {
      const decides = decidesWhatRuns(name)
      return {
        text: decides ? `${quote(name)}=${quote(maskUnwritten(value, secrets, [value]))}` : quote(name),
        decides,
      }
    }),
  )
}

/** What a long list ends with is easily overlooked. */
const decidingFirst = (variables: readonly McpVariable[]) =>
  variables.toSorted((a, b) => Number(b.decides) - Number(a.decides))

/** Secrets that came from elsewhere are masked, what stands in the file is not. */
const maskUnwritten = (text: string, secrets: readonly string[], written: readonly string[]): string =>
  maskSecrets(
    text,
    secrets.filter((secret) => !written.some((word) => word.includes(secret))),
  )

/** What hides the secrets of one server. Made once: it is asked for with every line that the server says. */
export function maskOf(secrets: readonly string[]): SecretMask {
  const mask = masks.get(secrets) ?? new SecretMask()
  if (!masks.has(secrets)) for (const secret of secrets) mask.learn(secret)
  masks.set(secrets, mask)
  return mask
}

const masks = new WeakMap<readonly string[], SecretMask>()

export const maskSecrets = (text: string, secrets: readonly string[]): string => maskOf(secrets).text(text)

/** `--api-key VALUE` and `--api-key=VALUE`, written into the arguments by hand. */
export function maskOptions(args: readonly string[]): string[] {
  return args.map((arg, index) => {
    const [, option] = /^(--?[^=]+)=/.exec(arg) ?? []
    if (option !== undefined && namesASecret(option)) return `${option}=${MASK}`
    const before = args[index - 1] ?? ''
    return before.startsWith('--') && !before.includes('=') && namesASecret(before) && !arg.startsWith('-') ? MASK : arg
  })
}

const maskUrl = (text: string): string => maskSecrets(text, secretsInUrl(text))

/** Its password, and the values of parameters that are called like a secret. */
export function secretsInUrl(text: string): readonly string[] {
  if (!URL.canParse(text)) return []
  const url = new URL(text)
  const values = [...url.searchParams].filter(([name]) => namesASecret(name)).map(([, value]) => value)
  return [url.password, ...values].filter((secret) => secret !== '')
}

/** A line that is agreed to must show all of itself, where it stands. */
export const quote = (word: string): string =>
  /^[\w@%+=:,./\\•-]+$/.test(word) ? word : `'${visibleLine(word.replaceAll("'", String.raw`'\''`))}'`
