import { describe, expect, it, onTestFinished } from 'vitest'
import { callsOf } from '@shared/agent/helper-calls'
import { acts, says, type ScriptedReply } from '../../../llm/scripted-endpoint.testkit'
import { type Script, startScriptedEpisode } from '../../episode/scripted-episode.testkit'

const ROLES = { critic: 'You judge', reflector: 'You look back', summariser: 'You shorten' } as const
type Role = keyof typeof ROLES | 'actor'

function roleOf(request: Record<string, unknown>): Role {
  const [first] = request.messages as readonly { content: string | readonly { text: string }[] }[]
  const text = typeof first?.content === 'string' ? first.content : (first?.content[0]?.text ?? '')
  return (Object.entries(ROLES).find(([, words]) => text.startsWith(words))?.[0] ?? 'actor') as Role
}

const ACTIONS = ['north', 'look', 'south', 'xyzzy', 'wait', 'inventory'] as const
/** An actor that walks in a circle, and scripted helpers. */
async function play(
  mind: Record<string, unknown>,
  helper: (request: Record<string, unknown>) => ScriptedReply,
  more: Partial<Script> = {},
) {
  const roles: Role[] = []
  let acted = 0
  const episode = await startScriptedEpisode({
    replies: (request) => {
      const role = roleOf(request)
      roles.push(role)
      return role === 'actor' ? acts(ACTIONS[acted++ % ACTIONS.length] ?? 'look') : helper(request)
    },
    mind: { preset: 'none', ...mind },
    start: { mcp: false, turnLimit: 8 },
    ...more,
  })
  onTestFinished(() => episode.close())
  const seen = await episode.follow()
  return { ...seen, episode, roles, actions: seen.state.turns.map(({ action }) => action?.action) }
}

const FAULTS: Readonly<Record<string, ScriptedReply>> = {
  'answers nonsense': says('I would rather not.'),
  'is refused': { kind: 'error', status: 400 },
  dies: { kind: 'cut', chunks: [] },
}

describe('a helper that fails', () => {
  it.each(Object.entries(FAULTS))(
    'because it %s changes no action, and the log records what happened',
    async (_how, reply) => {
      const off = await play({}, () => reply)
      const on = await play({ critic: 'always', on: ['reflector'] }, () => reply)
      expect(on.actions).toEqual(off.actions)
      expect(on.of('critic_verdict').map(({ verdict }) => verdict)).toEqual(['abstain', 'abstain', 'abstain'])
      expect(on.of('llm_error').filter(({ role }) => role === 'critic').length).toBeGreaterThanOrEqual(3)
      expect(on.of('role_disabled').map(({ role, turn }) => [role, turn])).toEqual([['critic', 3]])
      expect(on.roles.filter((role) => role === 'critic').length).toBeLessThanOrEqual(6)
      expect(on.state.ended?.ended).toBe('turn_limit')
    },
  )

  it('because it does not answer is awaited only up to its time limit', async () => {
    const on = await play({ critic: 'always' }, () => ({ kind: 'stall', chunks: [] }), {
      start: { mcp: false, turnLimit: 1 },
      retry: { timeout_seconds: 2, local_timeout_seconds: 2 },
    })
    expect(on.actions).toEqual(['north'])
    expect(on.of('llm_error').map(({ role, code }) => [role, code])).toContainEqual(['critic', 'timeout'])
  })
})

describe('the critic', () => {
  const rejects = says('{"verdict": "reject", "reason": "North was tried.", "predicted_outcome": "a wall"}')

  it('causes a second request after a rejection, and its prediction is logged', async () => {
    const { state, of, roles } = await play({ critic: 'always' }, () => rejects, {
      start: { mcp: false, turnLimit: 1 },
    })
    expect(roles).toEqual(['actor', 'critic', 'actor'])
    expect(of('critic_verdict')).toMatchObject([{ by: 'model', verdict: 'reject', predicted: 'a wall' }])
    expect(state.turns[0]?.action).toMatchObject({ action: 'look', attempt: 2 })
    expect(state.turns[0]?.helperCalls).toMatchObject([{ role: 'critic', number: 1 }])
    expect(state.turns[0]?.iterations).toHaveLength(2)
  })

  it('is asked only while the player is stuck, if so configured', async () => {
    const accepts = says('{"verdict": "accept", "reason": "New."}')
    const calm = await play({ critic: 'stuck', on: ['stuck'] }, () => accepts)
    expect(calm.roles).not.toContain('critic')
    const stuck = await play({ critic: 'stuck', on: ['stuck'] }, () => accepts, {
      start: { mcp: false, turnLimit: 30 },
    })
    const first = stuck.of('action_proposed')[0]?.turn ?? 0
    expect(stuck.state.mind.stuck.find(({ turn }) => turn === first - 1)?.level).toBeGreaterThanOrEqual(2)
  })

  it('is not asked again once it used its tokens', async () => {
    const { of, roles } = await play({ critic: 'always', helper_tokens: 5 }, () =>
      says('{"verdict": "accept", "reason": ""}'),
    )
    expect(roles.filter((role) => role === 'critic')).toHaveLength(1)
    expect(of('role_disabled')).toMatchObject([
      { role: 'critic', turn: 2, reason: expect.stringMatching(/^It has used \d+ of 5 tokens\.$/) },
    ])
  })
})

describe('the reflector', () => {
  const answer = {
    cause: 'It walks to and fro.',
    notes: [
      { kind: 'puzzle', subject: 'gate', value: '', text: 'The gate needs a card.', lasts: 'world', place: null },
    ],
    close_notes: ['n7'],
    objectives: ['find the card'],
    close_objectives: [],
    try_next: ['read card', 'x'.repeat(900)],
  }

  it('is asked when the player got stuck; its notes, goals and suggestions are in the next prompt and the log', async () => {
    const parts = { on: ['reflector', 'stuck', 'notes', 'objectives', 'context'] }
    const { state, of, episode } = await play(parts, () => says(JSON.stringify(answer)), {
      start: { mcp: false, turnLimit: 30 },
    })
    const [made] = of('reflection_made')
    expect(state.mind.stuck.find(({ turn }) => turn === (made?.turn ?? 0) - 1)?.level).toBeGreaterThanOrEqual(2)
    expect(state.mind.notes.slice(0, 1)).toMatchObject([{ text: 'The gate needs a card.', by: 'reflector' }])
    expect(state.objectives[0]).toMatchObject({ text: 'find the card', by: 'reflector' })
    expect(made?.try_next.map(({ length }) => length)).toEqual([9, 120])
    expect(JSON.stringify(episode.endpoint.requests.at(-1))).toContain('find the card')
    expect([...callsOf(state, 'reflector')]).toHaveLength(of('reflection_made').length)
    await episode.reopen()
    await episode.host.api.resumeEpisode({ episodeId: episode.episodeId, turnLimit: 31 })
    const again = await episode.follow(({ turns }) => turns.length === 31)
    expect(again.state.mind.reflections.slice(0, 1)).toEqual(state.mind.reflections.slice(0, 1))
  })
})

describe('the summariser', () => {
  const mind = { on: ['context'], compaction: 'summary', context_tokens: 4500 }
  const start = { mcp: false, turnLimit: 50 } as const

  it('summarizes the turns that leave the prompt, in place of the chronicle', async () => {
    const line = { from_turn: 1, to_turn: 20, text: 'Walked about and found nothing.' }
    const { of, episode } = await play(mind, () => says(JSON.stringify({ lines: [line] })), { start })
    expect(of('context_compacted').map(({ method }) => method)).toContain('summary')
    expect(JSON.stringify(episode.endpoint.requests.at(-1))).toContain('T1–20 Walked about and found nothing.')
  })

  it('is replaced by the chronicle if it does not answer', async () => {
    const { of, state } = await play(mind, () => says('no'), { start })
    expect(new Set(of('context_compacted').map(({ method }) => method))).toEqual(new Set(['chronicle']))
    expect(state.turns).toHaveLength(50)
  })
})
