/** The regions that F6 goes through, in reading order, as `data-region` names them. */
const REGIONS = ['controls', 'library', 'story', 'map', 'inspector', 'timeline', 'status'] as const
export type Region = (typeof REGIONS)[number]

const elementOf = (region: Region) => document.querySelector<HTMLElement>(`[data-region="${region}"]`)

/**
 * Lands on what the region marks as its first stop, else on the region itself; after the next frame, for it may only
 * just be shown.
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
