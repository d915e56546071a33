import type { McpServer } from '@shared/config/mcp-entry'
import { namesASecret } from '@shared/config/mcp-expansion'

/** Exactly what is executed or connected to, as one line for people, secrets masked. */
export function describeTarget(server: McpServer): string {
  if (server.transport !== 'stdio') return maskSecrets(maskUrl(server.url), server.secrets)
  const hidden = maskOptions(server.args)
  return maskSecrets([server.command, ...hidden].map(quote).join(' '), server.secrets)
}

const MASK = '•••'

/** Longest first, so that a secret that contains another one is masked whole. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return secrets.toSorted((a, b) => b.length - a.length).reduce((masked, secret) => masked.replaceAll(secret, MASK), text)
}

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

const quote = (word: string): string => (/^[\w@%+=:,./\\•-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)
