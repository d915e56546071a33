/** Errors of a server with codes and messages that a client uses for its own timeouts and lost connections. */
export const MISLEADING: readonly (readonly [code: number, message: string])[] = [
  [-32_000, 'Connection closed'],
  [-32_001, 'Request timed out'],
  [-32_000, 'quota exceeded'],
  [-32_001, 'session not found'],
  [-32_603, 'Not connected'],
  [1, 'the printer is not running'],
  [1, 'write EPIPE'],
  [1, 'the temple was destroyed'],
  [1, 'fetch failed'],
]
