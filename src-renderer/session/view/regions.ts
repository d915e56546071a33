import { type Region, REGIONS } from '../../kit/layout/regions'

export const regionElement = (region: Region) => document.querySelector<HTMLElement>(`[data-region="${region}"]`)

/** Focuses `data-first-stop` of the region, else the region, after the next frame, when it is rendered. */
export function focusRegion(region: Region): void {
  requestAnimationFrame(() => {
    const element = regionElement(region)
    const stop = element?.querySelector<HTMLElement>('[data-first-stop]') ?? element
    stop?.focus()
  })
}

export function cycleRegions(): void {
  const shown = REGIONS.filter((region) => regionElement(region)?.checkVisibility({ visibilityProperty: true }))
  const here = shown.findIndex((region) => regionElement(region)?.contains(document.activeElement))
  const next = shown[(here + 1) % shown.length]
  if (next) focusRegion(next)
}
