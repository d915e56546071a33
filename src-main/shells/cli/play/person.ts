import { createInterface, type Interface } from 'node:readline'

/** Lines of standard input. Lines between two questions are queued. */
export interface Person {
  /** Null at the end of input, or when the signal aborts. If two questions wait, the later one gets the line. */
  nextLine(signal?: AbortSignal): Promise<string | null>
  close(): void
}

/** The input is opened at the first question. */
export function listenToPerson(input: NodeJS.ReadableStream): Person {
  let reader: Interface | null = null
  let hasLeft = false
  const lines: string[] = []
  const waiting: ((line: string | null) => void)[] = []

  const open = (): Interface => {
    const opened = createInterface({ input, terminal: false })
    opened.on('line', (line) => {
      const take = waiting.pop()
      if (take) take(line)
      else lines.push(line)
    })
    opened.on('close', () => {
      hasLeft = true
      for (const take of waiting.splice(0)) take(null)
    })
    return opened
  }

  return {
    nextLine(signal) {
      reader ??= open()
      const line = lines.shift()
      if (line !== undefined) return Promise.resolve(line)
      if (hasLeft || signal?.aborted) return Promise.resolve(null)
      return new Promise((resolve) => {
        const take = (found: string | null) => {
          signal?.removeEventListener('abort', leave)
          resolve(found)
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(take), 1)
          take(null)
        }
        signal?.addEventListener('abort', leave, { once: true })
        waiting.push(take)
      })
    },
    close: () => reader?.close(),
  }
}
