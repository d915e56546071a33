/** Ports through which commands ask open feeds, by the id of the feed. A port is forgotten when its feed ends. */
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
