import { useEffect, useState } from 'react'
import type { LoggedEvent } from '@shared/episode/log/event'
import { type Finding, redacting } from '@shared/episode/log/redact'
import { inSlices } from '../../kit/browser/next-frame'

export interface Scan {
  readonly findings: readonly Finding[]
  /** Progress from 0 to 1. */
  readonly share: number
}

/** Searches a log for private text, in slices. */
export function useFindings(events: readonly LoggedEvent[]): Scan {
  const [scan, setScan] = useState<Scan>({ findings: [], share: 0 })
  useEffect(() => {
    const closing = new AbortController()
    inSlices(redacting(events), closing.signal, (done) => setScan({ findings: [], share: done / events.length })).then(
      ({ findings }) => setScan({ findings, share: 1 }),
      // Aborted.
      () => undefined,
    )
    return () => closing.abort()
  }, [events])
  return scan
}
