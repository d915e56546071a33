import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'

/** Within so many pixels of the end the page follows what comes in. */
export const GLUE_PX = 30

const READER_MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Keeps a page that is at its end at its end, through everything that makes it longer or the panel smaller. Only the
 * reader unglues it: a page that is away from its end without a hand on wheel, key or bar was moved by a change of
 * size. Behind the end, `keepInSight` is told of every change of size. `gluedRef` is kept true while the page is to be
 * at its end.
 */
export function useGlue(
  scroller: RefObject<HTMLElement | null>,
  gluedRef: RefObject<boolean>,
  isLive: boolean,
  pageHeight: number,
  scrollToEnd: () => void,
  keepInSight: () => void,
): void {
  const follow = useEffectEvent(() => {
    if (isLive && gluedRef.current) scrollToEnd()
  })
  const resized = useEffectEvent(() => {
    if (isLive) follow()
    else keepInSight()
  })
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const closing = new AbortController()
    let readerMoves = false
    for (const type of READER_MOVES)
      element.addEventListener(
        type,
        () => {
          readerMoves = true
        },
        { passive: true, signal: closing.signal },
      )
    element.addEventListener(
      'scroll',
      () => {
        const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= GLUE_PX
        if (isAtEnd) gluedRef.current = true
        else if (readerMoves) gluedRef.current = false
        if (isAtEnd) readerMoves = false
      },
      { passive: true, signal: closing.signal },
    )
    const observer = new ResizeObserver(() => {
      readerMoves = false
      resized()
    })
    observer.observe(element)
    return () => {
      closing.abort()
      observer.disconnect()
    }
  }, [scroller, gluedRef])
  useLayoutEffect(() => follow(), [pageHeight])
  useEffect(() => {
    if (isLive) gluedRef.current = true
  }, [isLive, gluedRef])
}
