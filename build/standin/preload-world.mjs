// The preload's world: the page's document with separate globals, as with contextIsolation.
import { pageRuntime } from './page-runtime.mjs'
import { wire } from './wire.mjs'

const WORLD = 'preload'
const BINDING = 'standinCall'
const { encode, decode } = wire({
  toBase64: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  fromBase64: (text) => new Uint8Array(Buffer.from(text, 'base64')),
})

/**
 * Runs `preload`, the text of the bundle, in every later document of `page`. `receive` gets its messages; `deliver`
 * resolves once the page has run a list of actions.
 */
export async function openPreloadWorld(page, preload, receive) {
  const session = await page.context().newCDPSession(page)
  let worldId = null
  let mainFrame = null
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name === WORLD && context.auxData.frameId === mainFrame) worldId = context.id
  })
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === BINDING) receive(...decode(payload))
  })
  await session.send('Page.enable')
  mainFrame = (await session.send('Page.getFrameTree')).frameTree.frame.id
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD })
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    worldName: WORLD,
    // Passed as a function, because the page's policy may forbid eval. As in Electron, frames in the page have no
    // preload.
    source: `window === top && (${pageRuntime.toString()})(function (require, module, exports, process) {\n${preload}\n}, ${wire.toString()}, ${BINDING})`,
  })
  return {
    deliver: (batch) =>
      session.send('Runtime.callFunctionOn', {
        executionContextId: worldId,
        functionDeclaration: '(batch) => globalThis.standinDeliver(batch)',
        arguments: [{ value: encode(batch) }],
      }),
    crash: () => session.send('Page.crash'),
  }
}
