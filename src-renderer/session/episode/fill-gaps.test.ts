import { messagesSent } from '@shared/episode/messages'
import { foldEvents, sampleEpisode } from '@shared/episode/sample-episode.testkit'
import { expect, it } from 'vitest'
import { fillGaps, isWhole } from './fill-gaps'
import { emptyOutline, extendHistory, stateAt } from './history'

const log = sampleEpisode({ turns: 200 })
const whole = foldEvents(log)
const outline = () =>
  extendHistory(
    emptyOutline(),
    log.filter(({ event_type }) => !event_type.startsWith('llm_') && !event_type.startsWith('mcp_')),
  )
/** As the host reads them: with the one request that the first message of all the others is from. */
const read = (fromTurn: number, toTurn: number) =>
  log.filter(
    (event) =>
      'turn' in event &&
      ((event.turn >= fromTurn && event.turn <= toTurn) ||
        (event.turn === 1 && event.event_type === 'llm_request' && event.iteration === 1)),
  )
const lastSeq = (turn: number) => whole.turns[turn - 1]?.lastSeq ?? 0

it('makes the turns whole, wherever the playhead stands in them', () => {
  const filled = fillGaps(outline(), 120, 140, read(120, 140))
  expect(stateAt(filled, lastSeq(130)).turns[129]).toEqual(whole.turns[129])
  expect(stateAt(filled, lastSeq(200)).turns[129]).toEqual(whole.turns[129])
  const call = log.findIndex((event) => event.event_type === 'mcp_tool_call' && event.turn === 125)
  expect(stateAt(filled, call).openTurn).toEqual(foldEvents(log.slice(0, call + 1)).openTurn)
  expect([119, 120, 140, 141].map((turn) => isWhole(filled, turn))).toEqual([false, true, true, false])
})

it('has every message of their requests, those too that were first sent long before', () => {
  const filled = fillGaps(outline(), 120, 140, read(120, 140))
  expect(messagesSent(stateAt(filled, lastSeq(130)), 130, 1)).toEqual(messagesSent(whole, 130, 1))
})

it('keeps no more of the log when other turns are filled', () => {
  const once = fillGaps(outline(), 10, 20, read(10, 20))
  const kept = once.events.filter(() => true).length
  const there = fillGaps(once, 150, 160, read(150, 160))
  expect(stateAt(there, lastSeq(15)).turns[14]?.iterations).toEqual([])
  const back = fillGaps(there, 10, 20, read(10, 20))
  expect(back.events.filter(() => true).length).toBe(kept)
  expect(stateAt(back, lastSeq(15)).turns[14]).toEqual(whole.turns[14])
})

it('tells what the turns cost as the host counted it, and goes on from there with what comes live', () => {
  const told = outline()
  const at = (turn: number) => foldEvents(log.slice(0, lastSeq(turn) + 1)).totals
  const totals = Array.from({ length: 181 }, (_, turn) => (turn === 0 ? foldEvents([]).totals : at(turn)))
  const byTurn = {
    llmCalls: totals.map(({ llmCalls }) => llmCalls),
    tokensIn: totals.map(({ tokensIn }) => tokensIn),
    tokensOut: totals.map(({ tokensOut }) => tokensOut),
    costUsd: totals.map(({ costUsd }) => costUsd),
  }
  const first = extendHistory(
    emptyOutline(),
    told.events.filter(({ seq }) => seq <= lastSeq(180)),
  )
  const live = extendHistory({ ...first, spent: { byTurn, counted: first.latest.totals } }, log.slice(lastSeq(180) + 1))
  for (const turn of [1, 90, 180, 200]) {
    const { tokensIn, tokensOut, llmCalls, costUsd } = at(turn)
    expect(stateAt(live, lastSeq(turn)).totals).toMatchObject({
      tokensIn,
      tokensOut,
      llmCalls,
      costUsd: expect.closeTo(costUsd ?? NaN, 9) as number,
    })
  }
})
