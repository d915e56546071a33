import { expect, it, onTestFinished } from 'vitest'
import { foreknowledgeOf } from '@shared/episode/projections/foreknowledge'
import { acts } from '../../../llm/scripted-endpoint.testkit'
import { type Script, startScriptedEpisode } from '../../episode/scripted-episode.testkit'

async function play(script: Script) {
  const episode = await startScriptedEpisode(script)
  onTestFinished(() => episode.close())
  return episode.follow()
}
const thinks = (thinking: string) => acts('look', thinking)

it('a model that names rooms it has not seen is reported with exactly these names', async () => {
  const { state } = await play({
    replies: [thinks('I wait by the gatepost.'), thinks('Below must be the Frost Chamber, and the Jar Vault.')],
    start: { mcp: false, turnLimit: 2 },
  })
  expect(state.turns.map(({ foreknown }) => foreknown?.toSorted())).toEqual([[], ['Frost Chamber', 'Jar Vault']])
  expect(foreknowledgeOf(state)).toEqual({ turns: 1, checked: 2 })
})

it('nothing is checked at a level that grants more than text, place and things', async () => {
  const { state } = await play({
    replies: [thinks('To the Jar Vault.')],
    start: { mcp: false, turnLimit: 1, handicap: 'L3' },
  })
  expect(foreknowledgeOf(state)).toBeNull()
})

it('the explorer has no foreknowledge', async () => {
  const { state } = await play({ replies: [], start: { player: 'explorer', mcp: false, turnLimit: 60, pace: 'batch' } })
  expect(foreknowledgeOf(state)).toEqual({ turns: 0, checked: 60 })
})
