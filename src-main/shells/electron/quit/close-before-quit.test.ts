import { EventEmitter, once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { closeBeforeQuit, type QuitQuestion } from './close-before-quit'

/** Quits as Electron does: emits `before-quit`, and stops if a listener prevents it. */
class App extends EventEmitter<{ 'before-quit': [{ preventDefault(): void }]; quit: [] }> {
  quit(): void {
    let isPrevented = false
    this.emit('before-quit', { preventDefault: () => (isPrevented = true) })
    if (!isPrevented) this.emit('quit')
  }
}

const nothingToAsk: QuitQuestion = { isNeeded: () => false, ask: () => Promise.reject(new Error('nothing to ask')) }

async function quitAfter(steps: readonly (() => Promise<void>)[], limitMs = 60_000): Promise<readonly string[]> {
  const app = new App()
  const faults: string[] = []
  const onFault = ({ message }: Error) => void faults.push(message)
  closeBeforeQuit(app, { question: nothingToAsk, steps, limitMs, onFault })
  const ended = once(app, 'quit')
  app.quit()
  app.quit()
  await ended
  return faults
}

describe('an app that quits', () => {
  it('first runs every step once, in order', async () => {
    const taken: string[] = []
    const step = (name: string) => async () => {
      await Promise.resolve()
      taken.push(name)
    }
    expect(await quitAfter([step('clients'), step('host')])).toEqual([])
    expect(taken).toEqual(['clients', 'host'])
  })

  it('continues after a failing step, and reports it', async () => {
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

  it('does not wait beyond the limit', async () => {
    expect(await quitAfter([() => new Promise(() => {})], 1)).toEqual([])
  })
})

describe('an app in which an episode is running', () => {
  function askingApp() {
    const app = new App()
    const answers: ((quits: boolean) => void)[] = []
    const taken: string[] = []
    let isNeeded = true
    const wouldAsk = closeBeforeQuit(app, {
      question: { isNeeded: () => isNeeded, ask: () => new Promise((answer) => answers.push(answer)) },
      steps: [() => Promise.resolve(void taken.push('closed'))],
      limitMs: 60_000,
      onFault: () => undefined,
    })
    return { app, answers, taken, wouldAsk, doWithout: () => (isNeeded = false) }
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  it('asks once before it quits', async () => {
    const { app, answers, taken, wouldAsk } = askingApp()
    app.quit()
    app.quit()
    await settled()
    expect([answers.length, taken, wouldAsk()]).toEqual([1, [], true])
    const ended = once(app, 'quit')
    answers[0]?.(true)
    await ended
    expect([answers.length, taken, wouldAsk()]).toEqual([1, ['closed'], false])
  })

  it('stays open if the answer is no, and asks the next time', async () => {
    const { app, answers, taken, wouldAsk } = askingApp()
    app.quit()
    answers[0]?.(false)
    await settled()
    expect([taken, wouldAsk()]).toEqual([[], true])
    app.quit()
    expect(answers.length).toBe(2)
  })

  it('quits without an answer when none is needed any more', async () => {
    const { app, answers, taken, doWithout } = askingApp()
    app.quit()
    doWithout()
    const ended = once(app, 'quit')
    app.quit()
    answers[0]?.(true)
    await ended
    expect(taken).toEqual(['closed'])
  })
})
