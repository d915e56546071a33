/**
 * A log that cannot be read past a line: it is damaged there, or a newer version of the app made it. `line` counts from
 * 1.
 */
export class LogError extends Error {
  override readonly name = 'LogError'
  readonly code: 'bad_log' | 'newer_log'
  readonly line: number

  constructor(line: number, message: string, code: LogError['code'] = 'bad_log') {
    super(message)
    this.line = line
    this.code = code
  }
}
