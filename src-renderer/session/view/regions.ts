import { type Region, REGIONS } from '../../kit/layout/regions'

const elementOf = (region: Region) => document.querySelector<HTMLElement>(`[data-region="${region}"]`)

/**
 * Focuses the region's `data-first-stop`, else the region. After the next frame, because it may not be rendered yet.
 */
export function focusRegion(region: Region): void {
  requestAnimationFrame(() => {
    const element = elementOf(region)
    const stop = element?.querySelector<HTMLElement>('[data-first-stop]') ?? element
    stop?.focus()
  })
}

export function cycleRegions(): void {
  const shown = REGIONS.filter((region) => elementOf(region)?.checkVisibility({ visibilityProperty: true }))
  const here = shown.findIndex((region) => elementOf(region)?.contains(document.activeElement))
  const next = shown[(here + 1) % shown.length]
  if (next) focusRegion(next)
}
