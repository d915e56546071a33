/**
 * What is measured inside the page, where the clock of the frames is. Put into it as text before its own scripts:
 * nothing from outside these functions may be used in them.
 */
interface PageProbe {
  /** Milliseconds since the page began to load. */
  firstTurn: number | null
  /** When every turn could be reached, and when the whole log had been read; null until then. */
  usable: number | null
  whole: number | null
  /** Waits for the next key or pointer event, and then for the first frame in which turn `turn` is shown everywhere. */
  expectTurn(turn: number, location: number): void
  /** From that event to the end of that frame. */
  readonly latencyMs: () => Promise<number>
  /** Forgets what was drawn and begins to write down how long frames take. */
  startFrames(): void
  stopFrames(): readonly number[]
  /** Opens an episode by its address, as a link does, and resolves with the times until each of the three. */
  open(hash: string, turns: number): Promise<Record<'firstTurn' | 'usable' | 'whole', number>>
}

declare global {
  interface Window {
    probe: PageProbe
  }
}

export function installProbe(turns: number): void {
  const lastTurn = () => Number(document.querySelector('[role=slider]')?.getAttribute('aria-valuemax') ?? 0)
  const hasTurn = () => document.querySelector('[data-region=story] article') !== null
  const isRead = () => document.querySelector('[aria-busy=true]') === null
  /** After the frame was drawn, not before. */
  const nextFrame = () =>
    new Promise<number>((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now())
        port2.postMessage(null)
      }),
    )
  const until = async (isTrue: () => boolean, limitMs = 60_000): Promise<number> => {
    for (const began = performance.now(); ;) {
      const now = await nextFrame()
      if (isTrue()) return now
      if (now - began > limitMs) throw new Error(`Not shown within ${limitMs} ms: ${String(isTrue)}`)
    }
  }

  const showsTurn = (turn: number, location: number) => {
    const words = `Turn ${new Intl.NumberFormat('en').format(turn)}`
    const article = document.querySelector('[data-region=story] article[aria-current=step]')
    const page = document.querySelector('[data-region=story] [data-first-stop]')?.getBoundingClientRect()
    const box = article?.getBoundingClientRect()
    const isInSight = page !== undefined && box !== undefined && box.bottom > page.top && box.top < page.bottom
    const inspected = document.querySelector('[data-region=inspector] h2')?.textContent
    const here = document.querySelector<HTMLElement>('[data-region=map] [data-here]')?.dataset.location
    return (
      isInSight && article?.getAttribute('aria-label') === words && inspected === words && here === String(location)
    )
  }

  let pressedAt = 0
  let latency = Promise.resolve(NaN)
  for (const type of ['keydown', 'pointermove', 'pointerdown'])
    window.addEventListener(
      type,
      ({ timeStamp }) => {
        pressedAt = timeStamp
      },
      { capture: true, passive: true },
    )
  let frames: number[] = []
  let isWritingDown = false
  const writeDown = (before: number) =>
    requestAnimationFrame((now) => {
      frames.push(now - before)
      if (isWritingDown) writeDown(now)
    })

  const probe: PageProbe = {
    firstTurn: null,
    usable: null,
    whole: null,
    expectTurn(turn, location) {
      pressedAt = 0
      latency = until(() => pressedAt > 0 && showsTurn(turn, location), 5000).then((shownAt) => shownAt - pressedAt)
    },
    latencyMs: () => latency,
    startFrames() {
      frames = []
      isWritingDown = true
      requestAnimationFrame((now) => {
        // Tells a trace when the first of them began.
        performance.mark('first frame', { startTime: now })
        writeDown(now)
      })
    },
    stopFrames() {
      isWritingDown = false
      return frames
    },
    async open(hash, count) {
      const began = performance.now()
      location.hash = hash
      const firstTurn = await until(hasTurn)
      const usable = await until(() => lastTurn() >= count)
      return { firstTurn: firstTurn - began, usable: usable - began, whole: (await until(isRead)) - began }
    },
  }
  window.probe = probe
  void until(hasTurn).then((at) => {
    probe.firstTurn = at
  })
  void until(() => lastTurn() >= turns).then(async (at) => {
    probe.usable = at
    probe.whole = await until(isRead)
  })
}
