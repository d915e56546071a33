import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseJson } from '@shared/base/json/bound-json'

interface PeerOptions {
  readonly accessTokenSeconds?: number
  readonly resourceMetadata?: Readonly<Record<string, unknown>>
  readonly serverMetadata?: Readonly<Record<string, unknown>>
  readonly tokenRedirect?: string
  readonly isOlder?: boolean
}

export interface SignInPeers {
  /** Address of the authorization server. */
  readonly issuer: string
  /** Address of the MCP server. */
  readonly resource: string
  /** Makes all refresh tokens invalid. */
  revoke(): Promise<void>
  close(): Promise<void>
}

/** Starts an authorization server and an MCP server that accepts its tokens, in one separate process. */
export async function startSignInPeers(options: PeerOptions = {}): Promise<SignInPeers> {
  const peers = spawn(process.execPath, [join(import.meta.dirname, 'sign-in-peers.mjs'), JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const lines = createInterface(peers.stdout)[Symbol.asyncIterator]()
  const read = async (): Promise<unknown> => {
    const { done, value: line } = await lines.next()
    if (done) throw new Error('The authorization server has ended.')
    // Other lines are warnings of the library.
    return line.startsWith('{') ? parseJson(line) : read()
  }
  const { issuer, resource } = (await read()) as Pick<SignInPeers, 'issuer' | 'resource'>
  return {
    issuer,
    resource,
    async revoke() {
      peers.stdin.write('{"revoke":true}\n')
      await read()
    },
    async close() {
      peers.stdin.end()
      if (peers.exitCode === null) await once(peers, 'exit')
    },
  }
}

/**
 * A browser without scripts: opens the address, signs in and agrees, or cancels. Resolves to the text of the last page.
 */
export async function browse(address: string, does: 'agree' | 'cancel' = 'agree'): Promise<string> {
  const cookies = new Map<string, string>()
  let request: { readonly url: string; readonly body?: URLSearchParams } = { url: address }
  for (let steps = 0; steps < 20; steps++) {
    const { url, body } = request
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const text = await response.text()
    const location = response.headers.get('location')
    const action = /<form[^>]* action="([^"]+)"/.exec(text)?.[1]
    if (location !== null) request = { url: new URL(location, url).href }
    else if (action === undefined) return text
    else if (does === 'cancel') request = { url: new URL(`${new URL(url).pathname}/abort`, url).href }
    else {
      const prompt = /name="prompt" value="([^"]+)"/.exec(text)?.[1] ?? ''
      request = {
        url: new URL(action, url).href,
        body: new URLSearchParams({ prompt, ...(prompt === 'login' && { login: 'player', password: 'xyzzy' }) }),
      }
    }
  }
  throw new Error('The sign-in goes round in circles.')
}
