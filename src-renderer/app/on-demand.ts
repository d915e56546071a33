import { type ComponentType, createElement, lazy, useState } from 'react'

const loads: (() => Promise<unknown>)[] = []

/** A component whose module is loaded when it is first drawn, or earlier by `loadAhead`. */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const read = async () => ({ default: (loaded ??= await load()) })
  const Lazy = lazy(read) as ComponentType<Props>
  loads.push(read)
  return function OnDemand(props: Props) {
    // The type must not change after the first render: React would discard the component's state.
    const [Drawn] = useState(() => loaded ?? Lazy)
    return createElement(Drawn, props)
  }
}

/**
 * Loads the modules one by one while the page is idle, because React delays the display of a module that is not loaded
 * yet by 0.3 s.
 */
export async function loadAhead(signal: AbortSignal): Promise<void> {
  for (const load of loads) {
    await idle()
    if (signal.aborted) return
    // If a module fails to load, it is loaded again when it is drawn, and a second error is shown.
    await load().catch(() => {})
  }
}

const idle = () =>
  new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 1000),
  )
