import { afterEach, describe, expect, it } from 'vitest'
import { applyLayout } from './layouts'
import { setView, useView } from './view-store'

const initial = useView.getInitialState()
afterEach(() => useView.setState(initial, true))

const sideWidth = () => useView.getState().sideWidth

describe('a layout of the window', () => {
  it('shows its panels', () => {
    applyLayout('read')
    expect(useView.getState()).toMatchObject({ libraryIsShown: false, sideIsShown: false, timelineIsShown: false })
    applyLayout('debug')
    expect(useView.getState()).toMatchObject({
      libraryIsShown: true,
      sideIsShown: true,
      inspectorIsShown: true,
      timelineIsShown: true,
    })
  })

  it('restores the panel sizes of the layout', () => {
    setView({ sideWidth: 500 })
    applyLayout('watch')
    setView({ sideWidth: 700 })
    applyLayout('debug')
    expect(sideWidth()).toBe(500)
    applyLayout('watch')
    expect(sideWidth()).toBe(700)
  })

  it('shows only the map beside the story, on the map tab', () => {
    setView({ mapTab: 'mind' })
    applyLayout('map')
    expect(useView.getState()).toMatchObject({ mapTab: 'map', inspectorIsShown: false, libraryIsShown: false })
  })

  it('closes the episode table and a maximized map', () => {
    setView({ libraryIsTable: true, maximised: 'map' })
    applyLayout('read')
    expect(useView.getState()).toMatchObject({ libraryIsTable: false, maximised: null })
  })

  it('uses default sizes for panels that were never resized', () => {
    setView({ sideWidth: 500 })
    applyLayout('watch')
    expect(sideWidth()).toBeNull()
  })
})
