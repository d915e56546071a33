import { create } from 'zustand'
import type { Region } from '../kit/layout/regions'
import { focusRegion } from '../session/view/regions'
import { setView, useView, type ViewSettings } from '../session/view/view-store'
import { inspectorIsOpen } from './inspect-turn'

interface Tour {
  /** Index into `TOUR`; null if no tour is open. */
  readonly step: number | null
  /** The view and the focus, restored at the end. */
  readonly before: { readonly view: Partial<ViewSettings>; readonly focus: Element | null } | null
}

export const useTour = create<Tour>()(() => ({ step: null, before: null }))

/** The regions that the tour shows, and the view in which each is visible. */
export const TOUR = [
  { region: 'story', view: {} },
  { region: 'timeline', view: { timelineIsShown: true } },
  { region: 'map', view: { sideIsShown: true, sidePanel: 'map', mapTab: 'map' } },
  { region: 'inspector', view: inspectorIsOpen },
  { region: 'status', view: {} },
] as const satisfies readonly { readonly region: Region; readonly view: Partial<ViewSettings> }[]

export function startTour(): void {
  const { timelineIsShown, sideIsShown, inspectorIsShown, sidePanel, mapTab } = useView.getState()
  const view = { timelineIsShown, sideIsShown, inspectorIsShown, sidePanel, mapTab }
  useTour.setState({ before: { view, focus: document.activeElement } })
  setView({ libraryIsTable: false, maximised: null })
  goToStep(0)
}

/** Opens a step. A step after the last one ends the tour. */
export function goToStep(step: number): void {
  const shown = TOUR[step]
  if (shown === undefined) return endTour()
  setView(shown.view)
  useTour.setState({ step })
}

/** Ends the tour, which is not offered again. */
export function endTour(): void {
  const { before } = useTour.getState()
  if (before === null) return
  setView({ ...before.view, tourIsSeen: true })
  useTour.setState({ step: null, before: null })
  requestAnimationFrame(() => {
    if (before.focus instanceof HTMLElement && before.focus.isConnected && before.focus !== document.body)
      before.focus.focus()
    else focusRegion('story')
  })
}
