import { createInterface } from 'node:readline'

/** Lines of standard input, none lost between two questions. */
export interface Person {
  /** Null when nobody is there any more. */
  nextLine(): Promise<string | null>
  close(): void
}

/** Opened at the first question: a run that asks nothing leaves the input alone. */
export function listenToPerson(): Person {
  let input: ReturnType<typeof createInterface> | null = null
  let lines: AsyncIterator<string> | null = null
  return {
    async nextLine() {
      input ??= createInterface({ input: process.stdin, terminal: false })
      lines ??= input[Symbol.asyncIterator]()
      const { done, value } = await lines.next()
      return done ? null : value
    },
    close: () => input?.close(),
  }
}
