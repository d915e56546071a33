import { afterEach, expect, it } from 'vitest'
import { NO_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { useView } from './view-store'

const NAME = 'zorkgpt-view'
afterEach(() => {
  localStorage.clear()
  useView.setState(useView.getInitialState(), true)
})

it('migrates pause rules with the names of version 2', async () => {
  const pauseRules = {
    scoreChange: true,
    newRoom: false,
    death: false,
    loop: false,
    noScore: true,
    noScoreTurns: 9,
    toolError: false,
    cost: false,
    costUsd: 5,
  }
  localStorage.setItem(NAME, JSON.stringify({ version: 2, state: { theme: 'dark', pauseRules } }))
  await useView.persist.rehydrate()
  const today = { theme: 'dark', pauseRules: { ...NO_PAUSE_RULES, score_change: true, turns_without_score: 9 } }
  expect(useView.getState()).toMatchObject(today)
  expect(JSON.parse(localStorage.getItem(NAME) ?? '')).toMatchObject({ version: 4, state: today })
})

it('migrates the tabs objectives and notes of version 3 to mind', async () => {
  localStorage.setItem(
    NAME,
    JSON.stringify({
      version: 3,
      state: { mapTab: 'objectives', storyFilter: { kinds: ['calls'], onlyProblems: true } },
    }),
  )
  await useView.persist.rehydrate()
  expect(useView.getState()).toMatchObject({
    mapTab: 'mind',
    storyFilter: { kinds: ['calls'], onlyProblems: true, onlyFalseBeliefs: false },
  })
})
