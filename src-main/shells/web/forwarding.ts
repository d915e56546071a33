import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { z } from 'zod'
import { parseJson } from '@shared/base/json/bound-json'
import { makeFolder, pathIn, readPlain } from '../../base/files/plain-file'
import { replacePlain } from '../../base/files/replace-file'
import { whyForeign } from '../../base/limits/admission'
import { closeServer, listenOnLoopback } from '../../base/limits/connections'
import { pageHeaders } from '../page-files'

/** A start of the web shell, stored for the next start with the same data folder. */
const start = z.object({ port: z.number().int().min(1).max(65535), key: z.string().regex(/^[\w-]{43}$/) })
type Start = Readonly<z.infer<typeof start>>

const MAX_FILE_BYTES = 1000

/** Path at which a page that lost its host asks for the new address. */
export const FORWARDED_PATH = '/forwarded'

export interface Forwarding {
  /** Encrypts the next address for pages of this start. A page has it only in memory. */
  readonly key: string
  /** The port of the previous start; null at the first start. */
  readonly lastPort: number | null
  /** The encrypted `address` for a page of the previous start; null for any other request. */
  answer(request: IncomingMessage, address: string): string | null
  /** Stores this start for the next one, and answers on the port of the previous start until it is closed. */
  listen(here: { readonly port: number; readonly url: string }): Promise<{ close(): Promise<void> }>
}

/**
 * Sends the host's new address to open pages of the previous start, on their port. The address is encrypted with their
 * key and authenticated together with the port and the nonce of the request: another program on that port can neither
 * read it, nor forge an answer, nor replay one. `folder` is private to the user and this machine.
 */
export async function openForwarding(folder: string, dataFolder: string): Promise<Forwarding> {
  const file = pathIn(folder, createHash('sha256').update(dataFolder).digest('hex'))
  const before = await readStart(file)
  const key = randomBytes(32).toString('base64url')
  const answer: Forwarding['answer'] = (request, address) => {
    const nonce = /^\/forwarded\?nonce=([\w-]{22,64})$/.exec(request.url ?? '')?.[1]
    const isOurs = before !== null && nonce !== undefined && whyForeign(request, before.port) === null
    return isOurs ? encrypt(address, before.key, `${before.port} ${nonce}`) : null
  }
  return {
    key,
    lastPort: before?.port ?? null,
    answer,
    async listen({ port, url }) {
      await makeFolder(dirname(file.path))
      await replacePlain(file, JSON.stringify({ port, key } satisfies Start))
      // If the port is the same, the page server answers.
      if (before === null || before.port === port) return { close: async () => {} }
      const server = createServer((request, response) => respondForwarded(response, answer(request, url)))
      // Another program may use the port. Pages then show that the printed address must be opened.
      const listens = await listenOnLoopback(server, before.port).then(
        () => true,
        () => false,
      )
      return { close: async () => (listens ? closeServer(server) : undefined) }
    },
  }
}

/** Answers a page that requests the new address, or refuses it if `answer` is null. */
export function respondForwarded(response: ServerResponse, answer: string | null): void {
  const headers = { ...pageHeaders("'none'"), 'Content-Type': 'text/plain; charset=utf-8' }
  response.writeHead(answer === null ? 404 : 200, headers).end(answer ?? MOVED)
}

const MOVED = 'The host was restarted. Open the address that it printed.\n'

async function readStart(file: Parameters<typeof readPlain>[0]): Promise<Start | null> {
  try {
    return start.parse(parseJson((await readPlain(file, MAX_FILE_BYTES)).toString()))
  } catch {
    return null
  }
}

/** Nonce of the cipher, encrypted text and its tag, as WebCrypto takes them. */
function encrypt(text: string, key: string, context: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), iv).setAAD(Buffer.from(context))
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}
