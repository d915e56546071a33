/** An answer that is not a reply: a refusal, an error in a stream, or a web page. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError'
  /** Null for an error inside a stream. */
  readonly status: number | null
  readonly headers: Headers | null
  /** Parsed JSON, or the text; secrets are masked. */
  readonly body: unknown
  constructor(status: number | null, headers: Headers | null, body: unknown) {
    // Constant, because the package treats "timed out" in a message as its own timeout.
    super('The endpoint gave an error.')
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/** Thrown by the client if a stream is late, incomplete, invalid or too long. */
export class StreamError extends Error {
  override readonly name = 'StreamError'
  readonly code: 'timeout' | 'stalled' | 'stream_cut' | 'bad_chunk' | 'too_long' | 'too_slow'
  constructor(code: StreamError['code'], message: string) {
    super(message)
    this.code = code
  }
}
