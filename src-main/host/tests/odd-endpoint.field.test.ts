import { describe, expect, it, onTestFinished } from 'vitest'
import { acts, type ScriptedReply } from '../../llm/scripted-endpoint.testkit'
import { startScriptedEpisode } from '../episode/scripted-episode.testkit'

/** What an odd endpoint answers to the n-th request; null for an action. */
type Odd = (body: Readonly<Record<string, unknown>>, index: number) => ScriptedReply | null

const refuse = (status: number, message: string, more: object = {}): ScriptedReply => ({
  kind: 'error',
  status,
  body: { error: { message, ...more } },
})

const TURNS = 20

const ODD: readonly (readonly [row: string, member: string, odd: Odd])[] = [
  [
    'a parameter that the model refuses',
    'temperature, then seed, by 400 and 422',
    (body) => {
      if ('temperature' in body) return refuse(400, '`temperature` is deprecated for this model.')
      return 'seed' in body ? refuse(422, 'x', { param: 'seed' }) : null
    },
  ],
  [
    'a parameter that the model refuses',
    'response_format, by 500',
    (body) =>
      'response_format' in body ? refuse(500, "'response_format' : Input should be 'text'", { type: 'server' }) : null,
  ],
]

/** The member is met at each of twenty turns, or until the app knows better. */
describe.each(ODD)('%s: %s', (_row, _member, odd) => {
  it(`plays ${TURNS} turns`, async () => {
    const episode = await startScriptedEpisode({
      replies: (body, index) => odd(body, index) ?? acts('wait'),
      start: { turnLimit: TURNS, mcp: false },
    })
    onTestFinished(() => episode.close())
    const { state, of } = await episode.follow()
    expect(state.ended?.ended).toBe('turn_limit')
    expect(of('action_chosen').map(({ source }) => source)).toEqual(Array.from({ length: TURNS }, () => 'model'))
  })
})
