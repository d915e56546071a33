import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { dirname } from 'node:path'
import { z } from 'zod'
import { parseJson } from '@shared/base/json/bound-json'
import { makeFolder, pathIn, readPlain } from '../../base/files/plain-file'
import { replacePlain } from '../../base/files/replace-file'
import { whyForeign } from '../../base/limits/admission'
import { closeServer, listenOnLoopback } from '../../base/limits/connections'
import { pageHeaders } from '../page-files'

/** A start of the web shell, as the next start of the same data folder finds it. */
const start = z.object({ port: z.number().int().min(1).max(65535), key: z.string().regex(/^[\w-]{43}$/) })
type Start = Readonly<z.infer<typeof start>>

const MAX_FILE_BYTES = 1000

/** Encrypts the address for pages of an earlier start; each page keeps its key in memory alone. */
export const createForwardingKey = (): string => randomBytes(32).toString('base64url')

/**
 * Tells open pages of the start before where the host is now, on their port, as long as this host runs. The address is
 * encrypted with their key, together with the port and the random text of the question: another program on that port
 * cannot read it, answer in its place, or use an answer of ours. `folder` is private to the user and this machine.
 */
export async function forwardPages(
  folder: string,
  dataFolder: string,
  here: Start & { readonly url: string },
): Promise<{ close(): Promise<void> }> {
  const file = pathIn(folder, createHash('sha256').update(dataFolder).digest('hex'))
  const before = await readStart(file)
  await makeFolder(dirname(file.path))
  await replacePlain(file, JSON.stringify({ port: here.port, key: here.key } satisfies Start))
  const server = createServer((request, response) => {
    const nonce = /^\/forwarded\?nonce=([\w-]{22,64})$/.exec(request.url ?? '')?.[1]
    const isOurs = before !== null && nonce !== undefined && whyForeign(request, before.port) === null
    response.writeHead(isOurs ? 200 : 404, { ...pageHeaders("'none'"), 'Content-Type': 'text/plain; charset=utf-8' })
    response.end(isOurs ? encrypt(here.url, before.key, `${before.port} ${nonce}`) : MOVED)
  })
  const isOtherPort = before !== null && before.port !== here.port
  // Another program may have the port by now. Then pages show that the printed address must be opened.
  const listens =
    isOtherPort &&
    (await listenOnLoopback(server, before.port).then(
      () => true,
      () => false,
    ))
  return { close: async () => (listens ? closeServer(server) : undefined) }
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
