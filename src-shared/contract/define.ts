import { z } from 'zod'

export type EntryKind = 'command' | 'feed'

/** What stands in the contract under one name: how it is asked for, and by its type what it answers. */
export interface Entry<Method> {
  readonly kind: EntryKind
  readonly params: z.ZodType
  /** A type alone: results are the host's own, and are not checked. */
  readonly method?: Method
}

type Command<Params extends z.ZodType, Result> = Entry<(params: z.input<Params>) => Promise<Result>>
type Feed<Params extends z.ZodType, Batch> = Entry<
  (params: z.input<Params>, signal: AbortSignal) => AsyncIterable<Batch>
>
type Nothing = Record<string, never>

/** A call. It resolves to what it `gives`, or to nothing; errors cross as `PackedError`, see rpc.ts. */
export function command<Params extends z.ZodType>(
  params: Params,
): Command<Params, Nothing> & { gives<Result>(): Command<Params, Result> } {
  const entry = { kind: 'command', params } as const
  return { ...entry, gives: () => entry }
}

/** Batches for as long as the reader asks for them. */
export function feed<Params extends z.ZodType>(params: Params): { gives<Batch>(): Feed<Params, Batch> } {
  return { gives: () => ({ kind: 'feed', params }) }
}

/** The parameters of what takes none. */
export const none = z.object({})

/** The entries as whoever asks sees them. */
export type ApiOf<Entries extends Readonly<Record<string, Entry<unknown>>>> = {
  readonly [Name in keyof Entries]: NonNullable<Entries[Name]['method']>
}
