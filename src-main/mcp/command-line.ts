import type { McpServer, StdioServer } from '@shared/config/mcp-entry'
import { namesASecret } from '@shared/config/mcp-expansion'
import { MASK, SecretMask } from '../secrets/secret-mask'

/** Exactly what is executed or connected to, as one line for people, secrets masked. */
export function describeTarget(server: McpServer): string {
  if (server.transport !== 'stdio') return maskSecrets(maskUrl(server.url), server.secrets)
  const hidden = maskOptions(server.args)
  return maskSecrets([server.command, ...hidden].map(quote).join(' '), server.secrets)
}

/** The variables that the entry sets, as `NAME=value`, secrets masked: some of them decide what is executed. */
export const describeVariables = ({ env, secrets }: StdioServer): readonly string[] => Object.entries(env).map(([name, value]) => `${quote(name)}=${quote(maskSecrets(value, secrets))}`)

/** What hides the secrets of one server. */
export function maskOf(secrets: readonly string[]): SecretMask {
  const mask = new SecretMask()
  for (const secret of secrets) mask.learn(secret)
  return mask
}

export const maskSecrets = (text: string, secrets: readonly string[]): string => maskOf(secrets).text(text)

/** `--api-key VALUE` and `--api-key=VALUE`, written into the arguments by hand. */
function maskOptions(args: readonly string[]): string[] {
  return args.map((arg, index) => {
    const [, option] = /^(--?[^=]+)=/.exec(arg) ?? []
    if (option !== undefined && namesASecret(option)) return `${option}=${MASK}`
    const before = args[index - 1] ?? ''
    return before.startsWith('--') && !before.includes('=') && namesASecret(before) && !arg.startsWith('-') ? MASK : arg
  })
}

function maskUrl(text: string): string {
  if (!URL.canParse(text)) return text
  const url = new URL(text)
  const secrets = [url.password, ...[...url.searchParams].filter(([name]) => namesASecret(name)).map(([, value]) => value)]
  return maskSecrets(text, secrets.filter((secret) => secret !== ''))
}

const quote = (word: string): string => (/^[\w@%+=:,./\\•-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`).replaceAll(UNSEEN, (sign) => String.raw`\u{${sign.codePointAt(0)?.toString(16) ?? ''}}`)}'`)

/** Line ends, what steers a terminal, and what turns the direction of text: a line that is agreed to must show all of itself, where it stands. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
