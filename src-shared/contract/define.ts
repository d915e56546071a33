import { z } from 'zod'

export type EntryKind = 'command' | 'feed'

export interface Entry<Method> {
  readonly kind: EntryKind
  readonly params: z.ZodType
  /** Only a type: results come from the host itself, so they are not validated. */
  readonly method?: Method
}

type Command<Params extends z.ZodType, Result> = Entry<(params: z.input<Params>) => Promise<Result>>
type Feed<Params extends z.ZodType, Batch> = Entry<
  (params: z.input<Params>, signal: AbortSignal) => AsyncIterable<Batch>
>
type Nothing = Record<string, never>

/** A call that resolves to the type of `gives`, or to nothing. Errors cross as `PackedError`, see rpc.ts. */
export function command<Params extends z.ZodType>(
  params: Params,
): Command<Params, Nothing> & { gives<Result>(): Command<Params, Result> } {
  const entry = { kind: 'command', params } as const
  return { ...entry, gives: () => entry }
}

/** A stream of batches; the host computes the next one when the caller requests it. */
export function feed<Params extends z.ZodType>(params: Params): { gives<Batch>(): Feed<Params, Batch> } {
  return { gives: () => ({ kind: 'feed', params }) }
}

export const none = z.object({})

/** Maximum length of a text in a command, in characters. */
export const LONGEST_TEXT = 8_000_000

export type ApiOf<Entries extends Readonly<Record<string, Entry<unknown>>>> = {
  readonly [Name in keyof Entries]: NonNullable<Entries[Name]['method']>
}
