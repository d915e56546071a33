import type { LoggedEvent } from '@shared/episode/log/event'
import { type Finding, redacting } from '@shared/episode/log/redact'
import { useEffect, useState } from 'react'
import { inSlices } from '../../kit/browser/in-slices'

export interface Scan {
  readonly findings: readonly Finding[]
  /** From 0 to 1; below 1 there may be more to find. */
  readonly share: number
}

/** What a log holds that is nobody else's business, looked for a little at a time. */
export function useFindings(events: readonly LoggedEvent[]): Scan {
  const [scan, setScan] = useState<Scan>({ findings: [], share: 0 })
  useEffect(() => {
    const closing = new AbortController()
    inSlices(redacting(events), closing.signal, (done) => setScan({ findings: [], share: done / events.length })).then(
      ({ findings }) => setScan({ findings, share: 1 }),
      // Nobody looks any more.
      () => undefined,
    )
    return () => closing.abort()
  }, [events])
  return scan
}
