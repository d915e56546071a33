import { ExpectedError } from '@shared/base/expected-error'
import { attachBytes } from '@shared/contract/bytes'
import { type Port } from '@shared/contract/rpc'
import { PORT_CHANNEL } from '@shared/contract/shell-messages'
import { findNewAddress, keepForwardingKey } from './forwarded'

/** The page posts this when it is ready; the preload answers with the port of the main process. */
const READY = 'zorkgpt:ready'
const TOKEN_KEY = 'zorkgpt-token'
/**
 * Maximum time that a page without a token waits for a preload. After it, the page counts as a web page without a
 * token.
 */
const PRELOAD_TIMEOUT_MS = 10_000

/**
 * Connects through the web shell's socket if the page has a token, otherwise through the preload of the desktop shell.
 */
export async function connectPort(signal: AbortSignal): Promise<Port> {
  const token = takeToken()
  if (token !== null) return openSocket(token, signal)
  if (location.protocol === 'http:' && (await isRefused(token, signal))) throw noToken()
  return receivePort(signal)
}

const noToken = () => new ExpectedError('no_token', 'This page was opened without its token.')

/**
 * Removes the token from the page's address, so that no bookmark, copied link or screenshot contains it. The token is
 * stored for reloads of this tab: session storage is per origin and so per port, while a cookie would go to every local
 * server.
 */
function takeToken(): string | null {
  const url = new URL(location.href)
  const given = url.searchParams.get('token')
  if (given !== null) {
    sessionStorage.setItem(TOKEN_KEY, given)
    url.searchParams.delete('token')
    history.replaceState(null, '', url)
  }
  return given ?? sessionStorage.getItem(TOKEN_KEY)
}

function receivePort(signal: AbortSignal): Promise<Port> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer)
      window.removeEventListener('message', take)
      signal.removeEventListener('abort', giveUp)
    }
    const giveUp = () => {
      settle()
      reject(new ExpectedError('canceled', 'The window is closing.'))
    }
    const take = (event: MessageEvent<unknown>) => {
      const [port] = event.ports
      if (event.source !== window || event.data !== PORT_CHANNEL || !port) return
      settle()
      resolve(portOfChannel(port))
    }
    const timer = setTimeout(() => {
      settle()
      reject(noToken())
    }, PRELOAD_TIMEOUT_MS)
    window.addEventListener('message', take)
    signal.addEventListener('abort', giveUp)
    window.postMessage(READY, window.origin === 'null' ? '*' : window.origin)
  })
}

function portOfChannel(port: MessagePort): Port {
  return {
    post: (message) => port.postMessage(message),
    onMessage(listener) {
      port.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data))
      port.start()
    },
    onClose: (listener) => port.addEventListener('close', listener),
  }
}

function openSocket(token: string, signal: AbortSignal): Promise<Port> {
  const url = new URL('socket', location.href)
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  url.hash = ''
  url.searchParams.set('token', token)
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  return new Promise((resolve, reject) => {
    const refused = () => void whyNotOpened(token, signal).then(reject)
    socket.addEventListener('close', refused, { once: true })
    socket.addEventListener(
      'open',
      () => {
        socket.removeEventListener('close', refused)
        keepForwardingKey(token).catch(() => null)
        resolve(portOfSocket(socket))
      },
      { once: true },
    )
    const close = () => socket.close()
    signal.addEventListener('abort', close)
    // Without this, a window that retries for days would accumulate listeners.
    socket.addEventListener('close', () => signal.removeEventListener('abort', close))
  })
}

async function whyNotOpened(token: string, signal: AbortSignal): Promise<Error> {
  const address = await findNewAddress(signal)
  return address !== null || (await isRefused(token, signal))
    ? new ExpectedError('other_token', 'The host was restarted.', { address })
    : new ExpectedError('disconnected', 'The host does not answer.')
}

/** Whether the web shell requires another token. A WebSocket does not distinguish a refusal from a missing server. */
async function isRefused(token: string | null, signal: AbortSignal): Promise<boolean> {
  const url = new URL('/socket', location.href)
  if (token !== null) url.searchParams.set('token', token)
  return fetch(url, { method: 'HEAD', signal }).then(
    ({ status }) => status === 403,
    () => false,
  )
}

function portOfSocket(socket: WebSocket): Port {
  let unpack: ReturnType<typeof startUnpacking> | null = null
  let packed: ArrayBuffer | null = null
  const receive = (text: string, listener: (message: unknown) => void) => {
    const message: unknown = JSON.parse(text)
    if (packed === null) listener(message)
    else void (unpack ??= startUnpacking(socket))(packed).then((bytes) => listener(attachBytes(message, bytes)))
    packed = null
  }
  return {
    post: (message) => socket.send(JSON.stringify(message)),
    onMessage: (listener) =>
      socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (data instanceof ArrayBuffer) packed = data
        else receive(String(data), listener)
      }),
    onClose: (listener) => socket.addEventListener('close', listener),
  }
}

/** Starts a worker that inflates messages until `socket` closes. An error of the worker closes the socket. */
function startUnpacking(socket: WebSocket): (packed: ArrayBuffer) => Promise<Uint8Array> {
  const worker = new Worker(new URL('./unpack.worker.ts', import.meta.url), { type: 'module' })
  const waiting: ((bytes: Uint8Array) => void)[] = []
  worker.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => waiting.shift()?.(new Uint8Array(data)))
  worker.addEventListener('error', () => socket.close())
  socket.addEventListener('close', () => worker.terminate())
  return (packed) =>
    new Promise((resolve) => {
      waiting.push(resolve)
      worker.postMessage(packed, [packed])
    })
}
