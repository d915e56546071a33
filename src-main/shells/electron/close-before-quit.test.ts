import { EventEmitter, once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { closeBeforeQuit } from './close-before-quit'

/** Quits as Electron does: after asking, and not if a listener prevents it. */
class App extends EventEmitter<{ 'before-quit': [{ preventDefault(): void }]; quit: [] }> {
  quit(): void {
    let isPrevented = false
    this.emit('before-quit', { preventDefault: () => (isPrevented = true) })
    if (!isPrevented) this.emit('quit')
  }
}

async function quitAfter(steps: readonly (() => Promise<void>)[], limitMs = 60_000): Promise<readonly string[]> {
  const app = new App()
  const faults: string[] = []
  closeBeforeQuit(app, steps, limitMs, ({ message }) => void faults.push(message))
  const ended = once(app, 'quit')
  app.quit()
  app.quit()
  await ended
  return faults
}

describe('an app that quits', () => {
  it('first takes every step once, in order', async () => {
    const taken: string[] = []
    const step = (name: string) => async () => {
      await Promise.resolve()
      taken.push(name)
    }
    expect(await quitAfter([step('clients'), step('host')])).toEqual([])
    expect(taken).toEqual(['clients', 'host'])
  })

  it('goes on after a step that fails, and says what failed', async () => {
    let isClosed = false
    const faults = await quitAfter([
      () => Promise.reject(new Error('the port is gone')),
      () => {
        isClosed = true
        return Promise.reject(new Error('the disk is full'))
      },
    ])
    expect(faults).toEqual(['the port is gone', 'the disk is full'])
    expect(isClosed).toBe(true)
  })

  it('waits for no step beyond the limit', async () => {
    expect(await quitAfter([() => new Promise(() => {})], 1)).toEqual([])
  })
})
