import { type Region, REGIONS } from '../../kit/layout/regions'

export const regionElement = (region: Region) => document.querySelector<HTMLElement>(`[data-region="${region}"]`)

let waiting = 0

/** After the next frame, when the region is rendered, focuses its `data-first-stop` element or else the region. */
export function focusRegion(region: Region): void {
  cancelRegionFocus()
  waiting = requestAnimationFrame(() => {
    const element = regionElement(region)
    const stop = element?.querySelector<HTMLElement>('[data-first-stop]') ?? element
    stop?.focus()
  })
}

/** For a field that takes the focus before that frame. */
export const cancelRegionFocus = () => cancelAnimationFrame(waiting)

export function cycleRegions(): void {
  const shown = REGIONS.filter((region) => regionElement(region)?.checkVisibility({ visibilityProperty: true }))
  const here = shown.findIndex((region) => regionElement(region)?.contains(document.activeElement))
  const next = shown[(here + 1) % shown.length]
  if (next) focusRegion(next)
}
