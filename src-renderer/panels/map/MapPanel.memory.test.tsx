import type { EpisodeState } from '@shared/episode/state/episode'
import { noAnnotations } from '@shared/episode/log/annotate'
import { act, cleanup, render } from '@testing-library/react'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, it } from 'vitest'
import { create } from 'zustand'
import { useArrangements } from './layout/layout-store'
import { MapPanel } from './MapPanel'
import { statesOf, WALK } from './layout/walk.testkit'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

afterEach(() => {
  cleanup()
  useArrangements.setState({}, true)
})

const walked = statesOf(WALK).at(-1) as EpisodeState
const useShown = create<{ readonly state: EpisodeState | null }>()(() => ({ state: null }))
/** The element that a test renders is kept by the library that renders it, and so would a state in its props be. */
function Window() {
  const { state } = useShown()
  return (
    state && (
      <MapPanel state={state} latest={state} isRead showsSurveys annotations={noAnnotations} onSelectTurn={() => {}} />
    )
  )
}

/** The turns that a map was first drawn with; since then it was drawn with others. */
function drawAndGoOn(): WeakRef<readonly unknown[]> {
  render(<Window />)
  const anew = (): EpisodeState => ({ ...walked, turns: [...walked.turns] })
  const first = anew()
  act(() => useShown.setState({ state: first }))
  for (let time = 0; time < 3; time++) act(() => useShown.setState({ state: anew() }))
  return new WeakRef(first.turns)
}

it('lets go of the turns that the map was first drawn with, though its rooms stay where they are', async () => {
  const turns = drawAndGoOn()
  // A weak reference holds on until the task that made it is over.
  await new Promise((resolve) => setTimeout(resolve))
  collectGarbage()
  expect(document.querySelectorAll('[data-location]').length).toBeGreaterThan(1)
  expect(turns.deref()).toBeUndefined()
})
