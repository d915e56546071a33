import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SYSTEM_PROMPT } from '@shared/agent/system-prompt'
import { ExpectedError } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import { DEFAULT_PAUSE_RULES, NO_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { actions, isAvailable, whyNot } from '../../commands/actions'
import { useNotice } from '../../kit/text/notice-store'
import { connectTo, forgetHost, loseHost } from '../../session/connection/connection.testkit'
import { useEpisode } from '../../session/episode/episode-store'
import { openForkSheet, useForks } from '../../session/episode/forks/fork-store'
import { emptyHistory, extendHistory } from '../../session/episode/history'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { useStart } from '../../session/episodes/start-store'
import { forkUnchanged, undoFork } from '../../session/host/episode-commands'
import { setView, useView } from '../../session/view/view-store'
import { ForkSheet } from './ForkSheet'

const forkEpisode = vi.fn<HostApi['forkEpisode']>()
const deleteEpisode = vi.fn<HostApi['deleteEpisode']>()
const listModels = vi.fn<HostApi['listModels']>()
const players = [
  { kind: 'explorer', label: 'Explorer', unavailable: null },
  { kind: 'llm', label: 'AI model', unavailable: 'It has no key.' },
  { kind: 'mcp', label: 'MCP', unavailable: 'It has no key.' },
  { kind: 'human', label: 'You', unavailable: null },
] as const
const model = { kind: 'llm', label: 'big-1', model: 'big-1', base_url: 'https://big.example/v1', profile: 'generic' }

/** An ended episode of five turns, played by this player. */
function show(player: object = {}, settings: object = {}): void {
  useEpisode.getState().open('parent', 'live')
  const events = sampleEpisode({ turns: 5 }).map((event) =>
    event.event_type === 'episode_started'
      ? { ...event, player: { ...event.player, ...player }, settings: { ...event.settings, ...settings } }
      : event,
  )
  useEpisode.getState().receive({ events, live: true, warning: null })
}

beforeEach(() => {
  connectTo({
    forkEpisode,
    deleteEpisode,
    listModels,
    describeEndpoint: async () => {
      throw new ExpectedError('disconnected', '')
    },
    readStart: async () => {
      throw new ExpectedError('disconnected', '')
    },
  })
  forkEpisode.mockResolvedValue({ episodeId: 'fork' })
  deleteEpisode.mockResolvedValue({})
  useEpisodeList.setState({ appInfo: { players } as never })
  useStart.setState({
    memory: { usualModel: { model: 'tiny-1', baseUrl: 'http://127.0.0.1:1/v1' }, usualTurnLimit: 500 } as never,
  })
})
afterEach(() => {
  cleanup()
  forgetHost()
  for (const command of [forkEpisode, deleteEpisode, listModels]) command.mockReset()
  useForks.setState({ draft: null, made: null })
  useEpisodeList.setState(useEpisodeList.getInitialState(), true)
  useStart.setState({ memory: null, draft: null })
  useEpisode.getState().close()
  useNotice.setState({ text: '' })
  setView({ dialog: null, failure: null })
})

function open(turn = 3) {
  openForkSheet('parent', turn)
  return render(<ForkSheet onClose={() => setView({ dialog: null })} />)
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const asked = () => {
  const { pauseRules: _rules, newPrograms: _programs, ...rest } = forkEpisode.mock.calls[0]?.[0] ?? ({} as never)
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
}
const asItWas = { episodeId: 'parent', turn: 3, turnLimit: 5, paused: true, pace: 'watch' }

describe('the fork sheet', () => {
  it('sends no settings if nothing is changed, and opens the fork', async () => {
    show(model)
    open()
    expect(screen.getByLabelText<HTMLInputElement>(/^Turn, /).value).toBe('3')
    expect(screen.getByText('big-1').parentElement?.textContent).toBe('big-1 at big.example')
    await press('Fork')
    expect(asked()).toEqual(asItWas)
    expect([useEpisode.getState().id, useView.getState().dialog]).toEqual(['fork', null])
  })

  it('sends only changed settings', async () => {
    show(model)
    open()
    await press('Change')
    type('Model', 'big-2')
    type('Seed', '77')
    type('Name', ' Pirate ')
    type('Turn limit', '40')
    type(/^System prompt/, `${SYSTEM_PROMPT} Play as a pirate.`)
    type('Mind preset', 'full')
    type('Temperature', '1.5')
    type('Top k', '4')
    type('Top k', '')
    await press('Fork')
    expect(asked()).toEqual({
      ...asItWas,
      model: 'big-2',
      seed: 77,
      title: 'Pirate',
      turnLimit: 40,
      prompt: `${SYSTEM_PROMPT} Play as a pirate.`,
      mind: 'full',
      sampling: { temperature: 1.5 },
    })
  })

  it('shows the hints for the first turn of the fork, and omits them on request', async () => {
    show({ ...model, kind: 'llm' })
    const { seq, manifest } = useEpisode.getState().history.latest
    const body = { at: manifest?.at ?? '', episode_id: 'parent', event_type: 'hint_given' } as const
    useEpisode.getState().receive({
      events: [{ ...body, seq: seq + 1, turn: 4, text: 'Try the\ncellar.' }],
      live: true,
      warning: null,
    })
    open(3)
    const check = screen.getByRole<HTMLInputElement>('checkbox', {
      name: /^Keep the hint for turn 4: “Try the.*cellar.”$/,
    })
    expect(check.checked).toBe(true)
    const player = screen.getByLabelText('Player')
    expect(check.compareDocumentPosition(player), 'in sight').toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    fireEvent.click(check)
    await press('Fork')
    expect(asked()).toEqual({ ...asItWas, hints: false })
  })

  it('shows the turn limit of the parent, and the default name of the fork', () => {
    show(model)
    open()
    const limit = screen.getByLabelText<HTMLInputElement>('Turn limit')
    expect([limit.placeholder, limit.min]).toEqual(['5', '4'])
    expect(screen.getByText('Leave empty to use the limit of the parent.')).toBeDefined()
    const name = screen.getByLabelText<HTMLInputElement>('Name')
    expect(name.placeholder, 'without the furthest room of the parent').toMatch(/^big-1 · seed \d+$/)
    type('Seed', '77')
    fireEvent.change(screen.getByLabelText('Player'), { target: { value: 'explorer' } })
    expect(name.placeholder).toBe('Explorer · seed 77')
  })

  it('lists the models of the endpoint, of which one is chosen', async () => {
    listModels.mockResolvedValue([
      { id: 'big-1', contextLength: null, takesTools: null },
      { id: 'big-2', contextLength: 8192, takesTools: true },
    ])
    show(model)
    open()
    await press('Change')
    await press('List models')
    expect(listModels).toHaveBeenCalledWith({ baseUrl: 'https://big.example/v1', keysFor: undefined })
    const list = screen.getByLabelText<HTMLSelectElement>('Models')
    expect([list.value, ...[...list.options].map(({ text }) => text)]).toEqual([
      'big-1',
      'big-1',
      'big-2 · 8,192 tokens · tools',
    ])
    expect(fireEvent.keyDown(screen.getByLabelText('Find model'), { key: 'Enter' }), 'submits nothing').toBe(false)
    type('Models', 'big-2')
    await press('Fork')
    expect(asked()).toEqual({ ...asItWas, model: 'big-2' })
  })

  it('shows the tools of MCP servers and the sampling outside the mind', () => {
    show(model)
    open()
    const groupOf = (label: string) => screen.getByLabelText(label).closest('details')?.querySelector('summary')
    expect(groupOf('Offer tools of MCP servers')).toBeUndefined()
    expect(groupOf('Mind preset')?.textContent).toBe('Mindunchanged')
    type('Temperature', '1.5')
    expect(groupOf('Temperature')?.textContent).toBe('Sampling1 change')
  })

  it.each([
    ['explorer', false, false],
    ['explorer', true, true],
    ['random', false, true],
  ] as const)('after %s with tools %s, offers them to a model: %s', async (kind, enabled, isOffered) => {
    show({ kind }, { mcp: { enabled } })
    open()
    fireEvent.change(screen.getByLabelText('Player'), { target: { value: 'llm' } })
    expect(screen.getByLabelText<HTMLInputElement>('Offer tools of MCP servers').checked).toBe(isOffered)
    await press('Fork')
    expect(asked()).toEqual({ ...asItWas, player: 'llm' })
  })

  it('names the mind and the sampling that another player will use', () => {
    show({}, { mind: { preset: 'standard' }, agent_sampling: { temperature: 0.25 } })
    open()
    fireEvent.change(screen.getByLabelText('Player'), { target: { value: 'llm' } })
    const groups = [...document.querySelectorAll('summary')].map(({ textContent }) => textContent)
    expect(groups).toEqual(['Promptdefault', 'Mindfrom settings: standard', 'Samplingfrom settings'])
    expect(screen.getByLabelText<HTMLInputElement>('Temperature').placeholder).toBe('0.25')
    expect(screen.getByLabelText<HTMLSelectElement>('Mind preset').selectedOptions[0]?.text).toBe(
      'from settings: standard',
    )
  })

  it.each([{ ...NO_PAUSE_RULES, died: true }, null])('keeps the pause rules of its parent: %j', async (rules) => {
    setView({ pauseRules: DEFAULT_PAUSE_RULES })
    show(model)
    const { seq, manifest } = useEpisode.getState().history.latest
    const body = { seq: seq + 1, at: manifest?.at ?? '', episode_id: 'parent' }
    const changed = rules && ({ ...body, event_type: 'pause_rules_changed', rules } as const)
    useEpisode.getState().receive({ events: changed ? [changed] : [], live: true, warning: null })
    open()
    await press('Fork')
    expect(forkEpisode.mock.calls[0]?.[0].pauseRules).toEqual(rules ?? undefined)
  })

  it('offers another player with its own settings, and no prompt if it uses none', async () => {
    show()
    open()
    const player = screen.getByLabelText<HTMLSelectElement>('Player')
    expect([...player.options].map(({ text }) => text)).toEqual(['Explorer (unchanged)', 'AI model', 'You'])
    fireEvent.change(player, { target: { value: 'llm' } })
    expect(screen.getByText('tiny-1').parentElement?.textContent).toBe('tiny-1 at 127.0.0.1:1')
    type(/^System prompt/, 'Play as a pirate.')
    fireEvent.change(player, { target: { value: 'human' } })
    expect(screen.queryByLabelText(/^System prompt/)).toBeNull()
    await press('Fork')
    // A human player has nothing to resume.
    expect(asked()).toEqual({ ...asItWas, player: 'human', paused: false })
  })

  it('keeps unsubmitted changes of the episode, and says so; the turn does not count', () => {
    show(model)
    const { unmount } = open()
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(useNotice.getState().text).toBe('')
    unmount()
    const again = open()
    type('Name', 'Pirate')
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(useNotice.getState().text).toBe('Your changes for the fork are kept. Nothing was forked yet.')
    again.unmount()
    open(2)
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Pirate')
    expect(screen.getByLabelText<HTMLInputElement>(/^Turn, /).value).toBe('2')
  })

  it('stays open with the reason of a refusal', async () => {
    forkEpisode.mockRejectedValue(new ExpectedError('not_found', 'There is no turn 3.'))
    show()
    open()
    await press('Fork')
    expect(screen.getByRole('alert').textContent).toBe('There is no turn 3.')
    expect([useEpisode.getState().id, useForks.getState().made]).toEqual(['parent', null])
  })

  it('forks nothing while the host is lost', async () => {
    show()
    open()
    act(loseHost)
    await press('Fork')
    expect(forkEpisode).not.toHaveBeenCalled()
  })
})

describe('an unchanged fork', () => {
  it('is created once if the key is pressed twice', async () => {
    let answer: (forked: { episodeId: string }) => void = () => {}
    forkEpisode.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
    show()
    const presses = [forkUnchanged(3), forkUnchanged(3), forkUnchanged(3)]
    answer({ episodeId: 'fork' })
    await Promise.all(presses)
    expect(forkEpisode).toHaveBeenCalledOnce()
    expect(asked()).toEqual(asItWas)
  })

  it('is not forked again by a late press', async () => {
    show()
    await forkUnchanged(3)
    expect(useEpisode.getState().id).toBe('fork')
    expect([isAvailable(actions.forkAsItWas), isAvailable(actions.fork)]).toEqual([false, false])
    const log = sampleEpisode({ turns: 5 })
    const end = log.findIndex((event) => event.event_type === 'turn_completed' && event.turn === 3)
    const [first] = log
    if (first?.event_type !== 'episode_started') throw new Error('It begins otherwise.')
    const { player, prompt_sha256, sampling, settings, turn_limit, app_version, at } = first
    const forked = {
      event_type: 'episode_forked',
      player,
      prompt_sha256,
      sampling,
      settings,
      turn_limit,
      app_version,
      at,
      seq: end + 1,
      episode_id: 'fork',
      parent_episode_id: 'parent',
      parent_turn: 3,
    } as const
    useEpisode.getState().receive({ events: [...log.slice(0, end + 1), forked], live: true, warning: null })
    expect(isAvailable(actions.forkAsItWas)).toBe(true)
    await actions.forkAsItWas.run()
    expect(forkEpisode).toHaveBeenCalledOnce()
    expect(useNotice.getState().text).toBe('This fork has not played a turn yet. Play one before you fork it again.')
  })

  it('waits until the last turn of a long log is known', () => {
    show()
    const { open, show: showHistory } = useEpisode.getState()
    open('long', 'live')
    const log = sampleEpisode({ turns: 5 })
    const end = log.findIndex((event) => event.event_type === 'turn_completed' && event.turn === 3)
    const reading = { live: false, warning: null }
    showHistory(extendHistory(emptyHistory(), log.slice(0, end + 1)), reading, 'begun')
    expect([actions.fork, actions.forkAsItWas, actions.answerAgain].map(isAvailable)).toEqual([false, false, false])
    expect(whyNot(actions.forkAsItWas)).toBe('This episode is still being read. Try again in a moment.')
    showHistory(extendHistory(emptyHistory(), log), reading, 'whole')
    expect([actions.fork, actions.forkAsItWas].map(isAvailable)).toEqual([true, true])
  })

  it('does not leave another episode that the user opened meanwhile', async () => {
    show()
    const forking = forkUnchanged(3)
    useEpisode.getState().open('third', 'live')
    await forking
    expect([useEpisode.getState().id, useForks.getState().made?.id]).toEqual(['third', 'fork'])
  })

  it('is undone: it moves to the trash, and the window returns to the previous position', async () => {
    show()
    useEpisode.getState().movePlayhead({ turn: 2, event: null })
    await forkUnchanged(2)
    await Promise.all([undoFork(), undoFork()])
    expect(deleteEpisode).toHaveBeenCalledWith({ episodeId: 'fork', stop: true })
    expect(useEpisode.getState()).toMatchObject({ id: 'parent', playhead: { turn: 2, event: null } })
    // Undo restores it like a deleted episode.
    expect(useEpisodeList.getState().deleted.map(({ id }) => id)).toEqual(['fork'])
    await undoFork()
    expect(deleteEpisode).toHaveBeenCalledOnce()
  })

  it('stays if it cannot be undone, and says why', async () => {
    deleteEpisode.mockRejectedValue(new ExpectedError('running', 'Another program plays it.'))
    show()
    await forkUnchanged(2)
    await undoFork()
    expect(useView.getState().failure).toBe('Another program plays it.')
    expect([useEpisode.getState().id, useForks.getState().made?.id]).toEqual(['fork', 'fork'])
  })

  it('does not leave another episode when it is undone', async () => {
    show()
    await forkUnchanged(2)
    useEpisode.getState().open('third', 'live')
    await undoFork()
    expect(useEpisode.getState().id).toBe('third')
  })
})
