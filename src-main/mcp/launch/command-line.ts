import { quoteVisibly } from '@shared/base/shell-word'
import type { McpVariable } from '@shared/contract/mcp'
import { splitWords } from '@shared/mcp/mcp-add-command'
import type { McpServer, StdioServer } from '@shared/mcp/mcp-entry'
import { namesASecret } from '@shared/mcp/mcp-expansion'
import { MASK, SecretMask } from '../../secrets/secret-mask'
import { decidesWhatRuns } from './code-loading-variables'
import type { EnvFile } from './env-file'

/**
 * The command or address of a server as one line, for logs, errors and lists. Masks everything that may be a secret.
 */
export function describeTarget(server: McpServer): string {
  if (server.transport !== 'stdio') return maskSecrets(maskUrl(server.url), server.secrets)
  const hidden = maskOptions(server.args)
  return maskSecrets([maskCommand(server.command), ...hidden].map(quoteVisibly).join(' '), server.secrets)
}

/** Masks secrets in a command, which may be a whole command line with options such as `--api-key VALUE`. */
export function maskCommand(command: string): string {
  const words = splitWords(command)
  const masked = maskOptions(words)
  return masked.every((word, at) => word === words[at]) ? command : masked.join(' ')
}

/**
 * The command line of a program that needs consent, with every word of the file. A config must not be able to hide a
 * word by calling it a secret elsewhere or by putting it behind `--token`.
 */
export function describeProgram({ command, args, secrets, written }: StdioServer): string {
  return [command, ...args].map((word) => quoteVisibly(maskUnwritten(word, secrets, written.words))).join(' ')
}

/**
 * The variables that the entry sets. A value is masked if its variable has the name of a secret, unless the variable
 * decides what runs.
 */
export function describeVariables({ env, secrets, written }: StdioServer): readonly McpVariable[] {
  return decidingFirst(
    Object.entries(env).map(([name, value]) => {
      const decides = decidesWhatRuns(name)
      const shown = namesASecret(name) && !decides ? MASK : maskUnwritten(value, secrets, [written.env[name] ?? ''])
      return { text: `${quoteVisibly(name)}=${quoteVisibly(shown)}`, decides }
    }),
  )
}

/**
 * The variables of a file, without their values, because the file is a place for secrets. Only variables that decide
 * what runs are shown with their values.
 */
export function describeEnvFile({ variables }: EnvFile, { secrets }: StdioServer): readonly McpVariable[] {
  return decidingFirst(
    Object.entries(variables).map(([name, value]) => {
      const decides = decidesWhatRuns(name)
      return {
        text: decides
          ? `${quoteVisibly(name)}=${quoteVisibly(maskUnwritten(value, secrets, [value]))}`
          : quoteVisibly(name),
        decides,
      }
    }),
  )
}

/** Puts the variables that decide what runs first, because the end of a long list is easily overlooked. */
const decidingFirst = (variables: readonly McpVariable[]) =>
  variables.toSorted((a, b) => Number(b.decides) - Number(a.decides))

/** Masks secrets, except for those that are words of the file. */
const maskUnwritten = (text: string, secrets: readonly string[], written: readonly string[]): string =>
  maskSecrets(
    text,
    secrets.filter((secret) => !written.some((word) => word.includes(secret))),
  )

/** The mask for the secrets of one server. Cached, because it is used for every line of the server. */
export function maskOf(secrets: readonly string[]): SecretMask {
  const mask = masks.get(secrets) ?? new SecretMask()
  if (!masks.has(secrets)) for (const secret of secrets) mask.learn(secret)
  masks.set(secrets, mask)
  return mask
}

const masks = new WeakMap<readonly string[], SecretMask>()

export const maskSecrets = (text: string, secrets: readonly string[]): string => maskOf(secrets).text(text)

/** Masks secrets in options such as `--api-key VALUE` and `--api-key=VALUE`. */
export function maskOptions(args: readonly string[]): string[] {
  return args.map((arg, index) => {
    const [, option] = /^(--?[^=]+)=/.exec(arg) ?? []
    if (option !== undefined && namesASecret(option)) return `${option}=${MASK}`
    const before = args[index - 1] ?? ''
    return before.startsWith('--') && !before.includes('=') && namesASecret(before) && !arg.startsWith('-') ? MASK : arg
  })
}

const maskUrl = (text: string): string => maskSecrets(text, secretsInUrl(text))

/** The password in an address, and the values of its parameters with the name of a secret. */
export function secretsInUrl(text: string): readonly string[] {
  if (!URL.canParse(text)) return []
  const url = new URL(text)
  const values = [...url.searchParams].filter(([name]) => namesASecret(name)).map(([, value]) => value)
  return [url.password, ...values].filter((secret) => secret !== '')
}
