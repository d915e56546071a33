import { ExpectedError, isExpected } from '@shared/base/expected-error'

/** A log cannot be read past a line, counted from 1: it is damaged there, or written by a newer version of the app. */
export type LogFault = ExpectedError<'bad_log'> | ExpectedError<'newer_log'>

export const badLog = (line: number, message: string): LogFault => new ExpectedError('bad_log', message, { line })
export const newerLog = (line: number, message: string): LogFault => new ExpectedError('newer_log', message, { line })

export const isLogFault = (error: unknown): error is LogFault => isExpected(error, 'bad_log', 'newer_log')
