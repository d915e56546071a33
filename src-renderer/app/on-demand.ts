import { type ComponentType, lazy } from 'react'

/** A component whose module is loaded when it is first drawn. */
export const onDemand = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }))
