import { afterEach, expect, it } from 'vitest'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { LoggedEvent } from '@shared/episode/log/event'
import { NO_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { stampAll } from '@shared/episode/state/arbitrary-episode.testkit'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisodeList } from '../../episodes/episodes-store'
import { setView, useView } from '../../view/view-store'
import { useEpisode } from '../episode-store'
import { rulesInForce } from './playback'

const log = sampleEpisode({ turns: 2 })
const logged = { ...NO_PAUSE_RULES, died: true }
const chosen = { ...NO_PAUSE_RULES, score_change: true }
const changed = stampAll([{ event_type: 'pause_rules_changed', rules: logged }], log.length) as readonly LoggedEvent[]

afterEach(() => {
  useEpisode.getState().close()
  useEpisodeList.setState({ entries: new Map() })
  useView.setState(useView.getInitialState(), true)
})

it('uses the logged rules of an agent that plays here, else the chosen ones', () => {
  setView({ pauseRules: chosen })
  expect(rulesInForce()).toBe(chosen)
  useEpisode.getState().open('sample', 'live')
  useEpisode.getState().receive({ events: [...log, ...changed], live: true, warning: null })
  const play = (state: { readonly running: boolean; readonly elsewhere?: true }) =>
    useEpisodeList.getState().receive({
      changed: [{ id: 'sample', readable: true, summary: null, annotations: noAnnotations, reason: null, ...state }],
      removed: [],
    })
  expect(rulesInForce()).toBe(chosen)
  play({ running: true })
  expect(rulesInForce()).toEqual(logged)
  play({ running: true, elsewhere: true })
  expect(rulesInForce()).toBe(chosen)
  play({ running: false })
  expect(rulesInForce()).toBe(chosen)
})
