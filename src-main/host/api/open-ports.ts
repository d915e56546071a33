/**
 * Ports of open feeds, by id, through which commands send requests to their feed. A port is removed when its feed ends.
 */
export function openPorts<Port>(gone: () => Error) {
  const open = new Map<string, Port>()
  return {
    get(id: string): Port {
      const port = open.get(id)
      if (port === undefined) throw gone()
      return port
    },
    async *follow<State>(
      feed: (onReady: (id: string, port: Port) => void) => AsyncIterable<State>,
    ): AsyncGenerator<State> {
      const ids: string[] = []
      try {
        yield* feed((id, port) => {
          ids.push(id)
          open.set(id, port)
        })
      } finally {
        for (const id of ids) open.delete(id)
      }
    },
  }
}
