import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { EpisodeState } from '@shared/episode/state/episode'
import { tidyPositions, type TidyRequest } from '@shared/map/tidy'
import { recordMove } from '@shared/map/world-map'
import { actions } from '../../commands/actions'
import { useArrangements } from './layout/use-layout'
import { statesOf, WALK } from './layout/walk.testkit'
import { MapPanel } from './MapPanel'
import { mapStrings } from './strings'

const states = statesOf(WALK)
const latest = states.at(-1) as EpisodeState
const show = (state: EpisodeState, onSelectTurn = vi.fn<(turn: number) => void>()) => {
  const panel = (shown: EpisodeState) => (
    <MapPanel
      state={shown}
      latest={latest}
      isRead
      showsSurveys
      annotations={noAnnotations}
      onSelectTurn={onSelectTurn}
    />
  )
  const { rerender } = render(panel(state))
  return { onSelectTurn, moveTo: (shown: EpisodeState) => rerender(panel(shown)) }
}
const locationPosition = (name: RegExp) =>
  screen.getByRole('button', { name }).closest<HTMLElement>('.react-flow__node')?.style.transform

// happy-dom has no popovers.
HTMLElement.prototype.showPopover = () => {}
HTMLElement.prototype.hidePopover = () => {}

afterEach(() => {
  cleanup()
  useArrangements.setState({}, true)
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('MapPanel', () => {
  it('names the room where the agent is, at the playhead', () => {
    const { moveTo } = show(latest)
    expect(
      screen
        .getByRole('button', { name: /^North of House the agent is here visited 2 times/ })
        .getAttribute('aria-current'),
    ).toBe('location')
    moveTo(states[0] as EpisodeState)
    expect(screen.getByRole('button', { name: /^West of House the agent is here start/ })).toBeTruthy()
  })

  it('counts the visits up to the playhead', async () => {
    const { moveTo } = show(latest)
    expect(screen.getByRole('button', { name: /^North of House.* visited 2 times/ })).toBeTruthy()
    moveTo(states[1] as EpisodeState)
    expect(await screen.findByRole('button', { name: /^North of House.* visited once/ })).toBeTruthy()
  })

  it('marks the rooms of all deaths up to the playhead', () => {
    const turns = latest.turns.map((turn, index) =>
      index === 1 && turn.observation
        ? { ...turn, observation: { ...turn.observation, text: '**** You have died ****' } }
        : turn,
    )
    const { moveTo } = show({ ...latest, turns })
    const location = latest.turns[0]?.observation?.location?.name ?? ''
    expect(screen.getByRole('button', { name: new RegExp(`^${location}.*† died here`) })).toBeTruthy()
    moveTo(states[1] as EpisodeState)
    expect(screen.queryByRole('button', { name: /died here/ })).toBeNull()
  })

  it('returns the focus to the row when a card is closed', () => {
    show(latest)
    fireEvent.click(screen.getByRole('button', { name: mapStrings.list }))
    const row = screen.getByRole('button', { name: mapStrings.showTurns('North of House') })
    fireEvent.click(row)
    fireEvent.click(screen.getByRole('button', { name: mapStrings.close }))
    expect(document.activeElement).toBe(row)
  })

  it('focuses the map if the room of a closed card is on another level', async () => {
    const tower = statesOf([
      ['', 1, 'Room 1'],
      ...Array.from({ length: 44 }, (_, index) => [index === 40 ? 'u' : 'e', index + 2, `Room ${index + 2}`] as const),
    ]).at(-1) as EpisodeState
    render(
      <div data-region="map" tabIndex={-1}>
        <MapPanel
          state={tower}
          latest={tower}
          isRead
          showsSurveys
          annotations={noAnnotations}
          onSelectTurn={() => {}}
        />
      </div>,
    )
    fireEvent.click(screen.getByRole('button', { name: /^Room 45 / }))
    const levels = screen.getByRole('combobox', { name: mapStrings.planes })
    fireEvent.change(levels, { target: { value: '0' } })
    fireEvent.click(screen.getByRole('button', { name: mapStrings.close }))
    await waitFor(() => expect(document.activeElement?.getAttribute('data-region')).toBe('map'))
  })

  it('splits a large map into levels, even if only a part of it was read when it was first drawn', () => {
    const walk = (locations: number) =>
      statesOf([
        ['', 1, 'Room 1'],
        ...Array.from({ length: locations - 1 }, (_, index) => ['e', index + 2, `Room ${index + 2}`] as const),
      ]).at(-1) as EpisodeState
    const panel = (state: EpisodeState, isRead: boolean) => (
      <MapPanel
        state={state}
        latest={state}
        isRead={isRead}
        showsSurveys
        annotations={noAnnotations}
        onSelectTurn={() => {}}
      />
    )
    const planes = () => (screen.getByRole('combobox', { name: mapStrings.planes }) as HTMLSelectElement).value
    const { rerender } = render(panel(walk(5), false))
    expect(planes()).toBe('flat')
    rerender(panel(walk(45), false))
    expect(planes()).toBe('agent')
    rerender(panel(walk(45), true))
    expect(planes()).toBe('agent')
    cleanup()
    useArrangements.setState({}, true)
    const live = render(panel(walk(40), true))
    live.rerender(panel(walk(45), true))
    expect(planes()).toBe('flat')
  })

  it('marks exits that lead back to the same room', () => {
    const map = recordMove(latest.map, {
      turn: 6,
      action: 's',
      here: { id: 2, name: 'North of House' },
      walked: true,
      announced: true,
    })
    render(
      <MapPanel
        state={{ ...latest, map }}
        latest={{ ...latest, map }}
        isRead
        showsSurveys
        annotations={noAnnotations}
        onSelectTurn={() => {}}
      />,
    )
    expect(screen.getByRole('button', { name: /^North of House.* S ↺/ })).toBeTruthy()
  })

  describe('with surveys of the game’s memory', () => {
    const door = { id: 7, name: 'oak door', state: 'locked' as const }
    const surveys: EpisodeState['surveys'] = [
      {
        turn: 0,
        location: 1,
        light: 'own',
        exits: [
          { direction: 'north', to: 2, door: null },
          { direction: 'west', to: 4, door: null },
          { direction: 'in', to: 2, door },
        ],
      },
      {
        turn: 1,
        location: 2,
        light: 'none',
        exits: [{ direction: 'east', to: 3, door: { ...door, id: 8, state: 'closed' } }],
      },
    ]
    const marksOf = () => [...document.querySelectorAll('[data-word="untried"]')].map(({ textContent }) => textContent)
    const doors = () => document.querySelectorAll('.react-flow path[class*="bar"]').length
    const renderSurveyed = (isShown: boolean, shown: EpisodeState = { ...latest, surveys }) =>
      render(
        <MapPanel
          state={shown}
          latest={{ ...latest, surveys }}
          isRead
          showsSurveys={isShown}
          annotations={noAnnotations}
          onSelectTurn={() => {}}
        />,
      )

    it('draws untried exits, doors and dark rooms', () => {
      renderSurveyed(true)
      expect(marksOf()).toContain('?')
      expect(doors()).toBe(1)
      fireEvent.click(screen.getByRole('button', { name: /^North of House.* dark thing 2$/ }))
      const card = screen.getByRole('region', { name: 'Room: North of House' })
      expect(within(card).getByRole('heading', { name: 'Only in the game’s memory' })).toBeTruthy()
      expect(card.textContent).toContain('oak door, closed')
      expect(card.textContent).toContain('It is dark.')
    })

    it('lists them separately from the agent’s discoveries', () => {
      renderSurveyed(true)
      fireEvent.click(screen.getByRole('button', { name: 'List' }))
      const west = screen.getByRole('heading', { name: /^West of House/ }).closest('li') as HTMLElement
      const unknown = within(west)
        .getByRole('heading', { name: 'Only in the game’s memory' })
        .closest('section') as HTMLElement
      expect(
        within(unknown)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual([
        'west ?never tried, leads to an undiscovered room',
        'in ?never tried, leads toNorth of Houseoak door, locked',
      ])
    })

    it('hides them if the user hides later turns', () => {
      renderSurveyed(false)
      expect([marksOf(), doors()]).toEqual([[], 0])
      expect(screen.queryByRole('button', { name: /dark/ })).toBeNull()
      fireEvent.click(screen.getByRole('button', { name: 'List' }))
      expect(screen.queryByText('Only in the game’s memory')).toBeNull()
    })

    it('shows only surveys up to the playhead', () => {
      renderSurveyed(true, { ...(states[0] as EpisodeState), surveys: surveys.slice(0, 1) })
      expect(doors()).toBe(1)
      expect(marksOf()).toEqual(['?', '?', 'in?'])
    })
  })

  it('rerenders only rooms that change when the playhead moves', async () => {
    const { moveTo } = show(states[3] as EpisodeState)
    const changed = new Set<string | undefined>()
    const note = (records: readonly MutationRecord[]) => {
      for (const { target } of records)
        changed.add(
          (target.nodeType === Node.ELEMENT_NODE ? (target as Element) : target.parentElement)?.closest<HTMLElement>(
            '[data-location]',
          )?.dataset.location,
        )
    }
    const observer = new MutationObserver(note)
    observer.observe(document.querySelector('.react-flow__nodes') as Element, {
      subtree: true,
      attributes: true,
      childList: true,
      characterData: true,
    })
    moveTo(latest)
    await Promise.resolve()
    note(observer.takeRecords())
    observer.disconnect()
    expect([...changed].filter((location) => location !== undefined).toSorted()).toEqual(['2', '3'])
  })

  it('lists objects under each box', () => {
    show(latest)
    expect(screen.getByRole('button', { name: /^West of House.* thing 1/ })).toBeTruthy()
  })

  it('shows the user’s notes with the room', () => {
    const annotations = {
      ...noAnnotations,
      turns: [{ turn: 3, bookmarked: false, isBreakpoint: false, note: 'Look again' }],
    }
    render(
      <MapPanel state={latest} latest={latest} isRead showsSurveys annotations={annotations} onSelectTurn={() => {}} />,
    )
    fireEvent.click(screen.getByRole('button', { name: 'List' }))
    expect(screen.getByText('Turn 3: Look again').closest('li[data-here], li') as HTMLElement).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /^Turns in <img/ }))
    expect(within(screen.getByRole('region', { name: /^Room/ })).getByText('Turn 3: Look again')).toBeTruthy()
  })

  it('restores moved rooms after a reload', async () => {
    show(latest)
    fireEvent.click(screen.getByRole('button', { name: /^West of House/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Move left' }))
    const moved = locationPosition(/^West of House/)
    const stored = localStorage.getItem('zorkgpt-map') ?? ''
    cleanup()
    useArrangements.setState({}, true)
    localStorage.setItem('zorkgpt-map', stored)
    await useArrangements.persist.rehydrate()
    show(latest)
    expect(locationPosition(/^West of House/)).toBe(moved)
  })

  it('explains every mark in the legend', () => {
    show(latest)
    fireEvent.click(screen.getByText('Legend'))
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(
      Object.values(mapStrings.legendMarks),
    )
  })

  it('hides undiscovered rooms and moves no room while stepping', () => {
    const { moveTo } = show(latest)
    const before = locationPosition(/^West of House/)
    moveTo(states[1] as EpisodeState)
    expect(screen.queryByRole('button', { name: /onerror/ })).toBeNull()
    expect(locationPosition(/^West of House/)).toBe(before)
  })

  it('lists every turn in a room, with links', () => {
    const { onSelectTurn } = show(latest)
    fireEvent.click(screen.getByRole('button', { name: /^North of House/ }))
    const card = screen.getByRole('region', { name: 'Room: North of House' })
    expect(
      within(card)
        .getAllByRole('button', { name: /^Turn/ })
        .map(({ textContent }) => textContent),
    ).toEqual(['Turn 5 w', 'Turn 2 look', 'Turn 1 n'])
    fireEvent.click(within(card).getByRole('button', { name: /^Turn 2/ }))
    expect(onSelectTurn).toHaveBeenCalledExactlyOnceWith(2)
  })

  it('keeps the card open when a link leads to the same room', () => {
    show(latest)
    fireEvent.click(screen.getByRole('button', { name: mapStrings.list }))
    fireEvent.click(screen.getByRole('button', { name: mapStrings.showTurns('North of House') }))
    const west = screen.getByRole('heading', { name: 'West of House start' }).closest('li') as HTMLElement
    fireEvent.click(within(west).getByRole('button', { name: 'North of House' }))
    expect(screen.getByRole('region', { name: 'Room: North of House' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: mapStrings.showTurns('North of House') }))
    expect(screen.queryByRole('region', { name: 'Room: North of House' })).toBeNull()
  })

  it('closes the card by Escape', () => {
    show(latest)
    fireEvent.click(screen.getByRole('button', { name: /^North of House/ }))
    fireEvent.keyDown(screen.getByRole('region', { name: /^Room/ }), { key: 'Escape' })
    expect(screen.queryByRole('region', { name: /^Room/ })).toBeNull()
  })

  it('lists rooms, exits and visits as text', () => {
    show(latest)
    fireEvent.click(screen.getByRole('button', { name: 'List' }))
    const north = screen.getByRole('heading', { name: /North of House/ }).closest('li') as HTMLElement
    expect(north.textContent).toContain('the agent is here')
    expect(north.textContent).toContain('visited 2 times')
    expect(within(north).getByRole('button', { name: '<img src=x onerror=alert(1)>' })).toBeTruthy()
    const west = screen.getByRole('heading', { name: 'West of House start' }).closest('li') as HTMLElement
    expect(west.textContent).toContain('northNorth of House')
  })

  it('shows names from the game as text', () => {
    show(latest)
    expect(document.querySelector('img')).toBeNull()
    expect(screen.getByRole('button', { name: /^<img src=x onerror=alert\(1\)>/ })).toBeTruthy()
  })

  it('navigates by arrow keys, with one tab stop', () => {
    show(latest)
    const north = screen.getByRole('button', { name: /^North of House/ })
    const west = screen.getByRole('button', { name: /^West of House/ })
    expect([north.tabIndex, west.tabIndex]).toEqual([0, -1])
    north.focus()
    fireEvent.keyDown(north, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(west)
    expect([north.tabIndex, west.tabIndex]).toEqual([-1, 0])
  })

  it('moves and pins a room without dragging, and undoes it', () => {
    show(latest)
    fireEvent.click(screen.getByRole('button', { name: /^West of House/ }))
    const before = locationPosition(/^West of House/)
    fireEvent.click(screen.getByRole('button', { name: 'Move left' }))
    expect(locationPosition(/^West of House/)).not.toBe(before)
    expect(screen.getByRole('button', { name: 'Let Tidy move it' })).toBeTruthy()
    act(() => void actions.undoMap.run())
    expect(locationPosition(/^West of House/)).toBe(before)
  })

  it('tidies in a worker, by button and by command, and undoes it', async () => {
    vi.stubGlobal('Worker', WorkerInThisThread)
    show(latest)
    fireEvent.click(screen.getByRole('button', { name: /^West of House/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Move down' }))
    fireEvent.click(screen.getByRole('button', { name: 'Let Tidy move it' }))
    const crooked = locationPosition(/^West of House/)
    act(() => void actions.tidyMap.run())
    await vi.waitFor(() => expect(locationPosition(/^West of House/)).not.toBe(crooked))
    expect(actions.undoMap.isAvailable?.()).toBe(true)
    act(() => void actions.undoMap.run())
    expect(locationPosition(/^West of House/)).toBe(crooked)
    fireEvent.click(screen.getByRole('button', { name: 'Tidy' }))
    await vi.waitFor(() => expect(locationPosition(/^West of House/)).not.toBe(crooked))
  })

  it('has a menu on each room, with the route from the agent to the room', () => {
    show(latest)
    fireEvent.contextMenu(screen.getByRole('button', { name: /^West of House/ }))
    const menu = screen.getByRole('menu', { name: 'West of House', hidden: true })
    fireEvent.click(within(menu).getByRole('menuitem', { name: 'Route from the agent', hidden: true }))
    expect(screen.getByRole('region', { name: mapStrings.way }).textContent).toContain('North of House')
  })

  it('draws the route between two rooms, with commands and one-way exits', () => {
    show(latest)
    fireEvent.click(screen.getByRole('button', { name: 'Route' }))
    fireEvent.click(screen.getByRole('button', { name: /^West of House/ }))
    fireEvent.click(screen.getByRole('button', { name: /^<img/ }))
    const way = screen.getByRole('region', { name: 'Route' })
    expect(way.textContent).toContain('2 moves over known exits')
    expect(within(way).getByRole('button', { name: 'Copy commands' }).title).toBe('north. east')
    expect(
      within(way)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['north North of Houseone-way so far', 'east <img src=x onerror=alert(1)>'])
    expect(document.querySelectorAll('[data-on-way]')).toHaveLength(3)
    fireEvent.click(within(way).getByRole('button', { name: 'Reverse route' }))
    expect(way.textContent).toContain('No known route there, only back.')
    fireEvent.keyDown(way, { key: 'Escape' })
    expect(screen.queryByRole('region', { name: 'Route' })).toBeNull()
  })

  it('finds only rooms known at the playhead', () => {
    const { moveTo } = show(latest)
    const search = screen.getByRole('combobox', { name: 'Find a room on the map' })
    fireEvent.change(search, { target: { value: 'north' } })
    expect(screen.getAllByRole('option', { name: 'North of House' })).toHaveLength(1)
    moveTo(states[0] as EpisodeState)
    expect(screen.queryByRole('option', { name: 'North of House' })).toBeNull()
    expect(screen.getByText('No matching room.')).toBeTruthy()
  })

  it('closes the list of found rooms on Enter without a hit, on Escape, and when the focus leaves', () => {
    show(latest)
    const search = screen.getByRole<HTMLInputElement>('combobox', { name: 'Find a room on the map' })
    const isOpen = () => screen.queryByRole('listbox') !== null
    const type = (value: string) => {
      fireEvent.change(search, { target: { value } })
      expect(isOpen()).toBe(true)
    }
    type('no such room')
    fireEvent.keyDown(search, { key: 'Enter' })
    expect([isOpen(), screen.queryByText('No matching room.'), search.value]).toEqual([false, null, 'no such room'])
    type('none')
    fireEvent.keyDown(search, { key: 'Escape' })
    expect([isOpen(), search.value]).toEqual([false, ''])
    type('north')
    fireEvent.blur(search)
    expect(isOpen()).toBe(false)
    fireEvent.focus(search)
    expect(isOpen()).toBe(true)
  })

  it('reports a failed tidy and leaves the map unchanged', async () => {
    vi.stubGlobal('Worker', BrokenWorker)
    show(latest)
    const before = locationPosition(/^West of House/)
    fireEvent.click(screen.getByRole('button', { name: 'Tidy' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The map could not be tidied. No room was moved.')
    expect(locationPosition(/^West of House/)).toBe(before)
  })
})

class WorkerInThisThread extends EventTarget {
  postMessage(request: TidyRequest): void {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: tidyPositions(request) })))
  }
  terminate(): void {}
}

class BrokenWorker extends EventTarget {
  postMessage(): void {
    queueMicrotask(() => this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' })))
  }
  terminate(): void {}
}
