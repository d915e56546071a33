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
 * Loads the modules one by one while the page is idle, because React shows a module that it has to load 0.3 s later.
 */
export async function loadAhead(signal: AbortSignal): Promise<void> {
  for (const load of loads) {
    await idle()
    if (signal.aborted) return
    // A module that fails to load is loaded again, and the error shown, when it is drawn.
    await load().catch(() => {})
  }
}

const idle = () =>
  new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 1000),
  )
