import { afterEach, describe, expect, it } from 'vitest'
import { chooseLayout } from './layouts'
import { setView, useView } from './view-store'

const initial = useView.getInitialState()
afterEach(() => useView.setState(initial, true))

const sideWidth = () => useView.getState().sideWidth

describe('a layout of the window', () => {
  it('shows its panels', () => {
    chooseLayout('read')
    expect(useView.getState()).toMatchObject({ libraryIsShown: false, sideIsShown: false, timelineIsShown: false })
    chooseLayout('debug')
    expect(useView.getState()).toMatchObject({
      libraryIsShown: true,
      sideIsShown: true,
      inspectorIsShown: true,
      timelineIsShown: true,
    })
  })

  it('has them as large as they were left in it', () => {
    setView({ sideWidth: 500 })
    chooseLayout('watch')
    setView({ sideWidth: 700 })
    chooseLayout('debug')
    expect(sideWidth()).toBe(500)
    chooseLayout('watch')
    expect(sideWidth()).toBe(700)
  })

  it('has the map alone beside the story, and as its first tab', () => {
    setView({ mapTab: 'mind' })
    chooseLayout('map')
    expect(useView.getState()).toMatchObject({ mapTab: 'map', inspectorIsShown: false, libraryIsShown: false })
  })

  it('is in sight: neither the table of the library nor a maximised map lies over it', () => {
    setView({ libraryIsTable: true, mapIsMaximised: true })
    chooseLayout('read')
    expect(useView.getState()).toMatchObject({ libraryIsTable: false, mapIsMaximised: false })
  })

  it('has them as the window has it where nobody has sized them', () => {
    setView({ sideWidth: 500 })
    chooseLayout('watch')
    expect(sideWidth()).toBeNull()
  })
})
