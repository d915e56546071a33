import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { create } from 'zustand'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { EpisodeState } from '@shared/episode/state/episode'
import { useArrangements } from './layout/use-layout'
import { statesOf, WALK } from './layout/walk.testkit'
import { MapPanel } from './MapPanel'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

afterEach(() => {
  cleanup()
  useArrangements.setState({}, true)
})

const walked = statesOf(WALK).at(-1) as EpisodeState
const useShown = create<{ readonly state: EpisodeState | null }>()(() => ({ state: null }))
/** Testing Library retains the rendered element, so the state is passed by a store, not by props. */
function Window() {
  const { state } = useShown()
  return (
    state && (
      <MapPanel state={state} latest={state} isRead showsSurveys annotations={noAnnotations} onSelectTurn={() => {}} />
    )
  )
}

/** Draws a map several times with new states; returns a weak reference to the first turns. */
function drawRepeatedly(): WeakRef<readonly unknown[]> {
  render(<Window />)
  const freshState = (): EpisodeState => ({ ...walked, turns: [...walked.turns] })
  const first = freshState()
  act(() => useShown.setState({ state: first }))
  for (let time = 0; time < 3; time++) act(() => useShown.setState({ state: freshState() }))
  return new WeakRef(first.turns)
}

it('the map does not retain the turns of its first render', async () => {
  const turns = drawRepeatedly()
  // A WeakRef keeps its target alive until the end of the task.
  await new Promise((resolve) => setTimeout(resolve))
  collectGarbage()
  expect(document.querySelectorAll('[data-location]').length).toBeGreaterThan(1)
  expect(turns.deref()).toBeUndefined()
})
