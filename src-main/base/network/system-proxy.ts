import { printError } from '../terminal/terminal'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Local models and servers need no proxy. The IPv6 address has two forms, because Node's `fetch` compares it with its
 * brackets, and `http` without.
 */
const THIS_COMPUTER = ['localhost', '.localhost', '127.0.0.1', '::1', '[::1]']

/**
 * `env` with the proxy for this process and its children: from `HTTP_PROXY` and `HTTPS_PROXY`, otherwise from the
 * operating system. `resolveProxy` finds the latter, in the form of a proxy script: `DIRECT`, or `PROXY host:port;
 * DIRECT`. Null for direct connections.
 */
export async function withProxy(
  env: Variables,
  resolveProxy: (url: string) => Promise<string>,
): Promise<Variables | null> {
  const isGiven = Boolean(env.HTTP_PROXY || env.HTTPS_PROXY || env.http_proxy || env.https_proxy)
  const proxy = isGiven ? null : addressOf(await resolveProxy('https://example.com/'))
  if (!isGiven && proxy === null) return null
  const NO_PROXY = [env.NO_PROXY || env.no_proxy || [], THIS_COMPUTER].flat().join(',')
  return {
    ...env,
    ...(proxy && { HTTP_PROXY: proxy, HTTPS_PROXY: proxy }),
    NO_PROXY,
    no_proxy: NO_PROXY,
    NODE_USE_ENV_PROXY: '1',
    NODE_USE_SYSTEM_CA: '1',
  }
}

/** Null for a direct connection. */
function addressOf(resolved: string): string | null {
  const [, kind = '', host = ''] = /^\s*(\w+)\s+([^\s;]+)/.exec(resolved) ?? []
  if (kind === 'PROXY' || kind === 'HTTPS') return `${kind === 'HTTPS' ? 'https' : 'http'}://${host}`
  if (host !== '')
    printError(`The proxy of the system, ${host}, speaks ${kind}, which is not supported: set HTTPS_PROXY to another.`)
  return null
}
