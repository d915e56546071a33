import { useEffect, useRef, useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { RegistryPage, RegistryServer } from '@shared/mcp/registry/registry-server'
import { reasonOf } from '../draft/reason-of'

export interface RegistrySearch {
  readonly registry: string
  readonly text: string
  readonly servers: readonly RegistryServer[]
  readonly unreadable: number
  readonly nextCursor: string | null
  readonly phase: 'asking' | 'done' | 'cancelled'
  readonly failure: string | null
}

interface Search {
  /** Null before the first search. */
  readonly search: RegistrySearch | null
  readonly begin: (registry: string, text: string) => void
  /** Loads the next page, or repeats a failed request. */
  readonly goOn: () => void
  readonly cancel: () => void
}

/** Runs one search at a time. A search is cancelled when the sheet is closed. */
export function useRegistrySearch(api: HostApi): Search {
  const [search, setSearch] = useState<RegistrySearch | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const ask = (before: RegistrySearch) => {
    abort.current?.abort()
    const { signal } = (abort.current = new AbortController())
    const show = (next: Partial<RegistrySearch>) => !signal.aborted && setSearch({ ...before, ...next })
    show({ phase: 'asking', failure: null })
    const { registry, text, nextCursor } = before
    firstOf(api.searchRegistry({ registry, search: text, cursor: nextCursor }, signal)).then(
      (page) => show({ ...withPage(before, page), phase: 'done', failure: null }),
      (error: unknown) => show({ phase: 'done', failure: reasonOf(error) }),
    )
  }
  return {
    search,
    begin: (registry, text) =>
      ask({ registry, text, servers: [], unreadable: 0, nextCursor: null, phase: 'asking', failure: null }),
    goOn: () => search && ask(search),
    cancel() {
      abort.current?.abort()
      setSearch((now) => now && { ...now, phase: 'cancelled' })
    },
  }
}

/** Appends a page. A server that has moved to the next page since the last request is shown only once. */
function withPage({ servers, unreadable }: RegistrySearch, page: RegistryPage): Partial<RegistrySearch> {
  const known = new Set(servers.map(({ name, version }) => `${name} ${version}`))
  return {
    servers: [...servers, ...page.servers.filter(({ name, version }) => !known.has(`${name} ${version}`))],
    unreadable: unreadable + page.unreadable,
    nextCursor: page.nextCursor,
  }
}

export async function firstOf(pages: AsyncIterable<RegistryPage>): Promise<RegistryPage> {
  for await (const page of pages) return page
  throw new Error('the host gave no answer.')
}
