import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'

/** Within this distance of the end, the page counts as at its end. */
export const END_THRESHOLD_PX = 30

const USER_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Keeps a page at its end when the page grows or its panel shrinks, until the user scrolls away. A scroll without a
 * preceding user event was caused by a resize and does not count. If the playhead is in the past, `keepInSight` runs
 * after every resize. `isAtEndRef` is true while the page sticks to its end.
 */
export function useStickToBottom(
  scroller: RefObject<HTMLElement | null>,
  isAtEndRef: RefObject<boolean>,
  isLive: boolean,
  pageHeight: number,
  scrollToEnd: () => void,
  keepInSight: () => void,
): void {
  const follow = useEffectEvent(() => {
    if (isLive && isAtEndRef.current) scrollToEnd()
  })
  const resized = useEffectEvent(() => {
    if (isLive) follow()
    else keepInSight()
  })
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const closing = new AbortController()
    let isUserScroll = false
    for (const type of USER_EVENTS)
      element.addEventListener(
        type,
        () => {
          isUserScroll = true
        },
        { passive: true, signal: closing.signal },
      )
    element.addEventListener(
      'scroll',
      ({ isTrusted }) => {
        // The browser's event follows in the next frame, in which reading the heights forces no layout.
        if (!isTrusted) return
        const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= END_THRESHOLD_PX
        if (isAtEnd) isAtEndRef.current = true
        else if (isUserScroll) isAtEndRef.current = false
        if (isAtEnd) isUserScroll = false
      },
      { passive: true, signal: closing.signal },
    )
    const observer = new ResizeObserver(() => {
      isUserScroll = false
      resized()
    })
    observer.observe(element)
    return () => {
      closing.abort()
      observer.disconnect()
    }
  }, [scroller, isAtEndRef])
  useLayoutEffect(() => follow(), [pageHeight])
  useEffect(() => {
    if (isLive) isAtEndRef.current = true
  }, [isLive, isAtEndRef])
}
