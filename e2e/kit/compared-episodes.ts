import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoggedEvent, Stamp } from '../../src-shared/episode/log/event'
import type { EventBody } from '../../src-shared/episode/log/event'
import { sampleEpisode } from '../../src-shared/episode/state/sample-episode.testkit'

/** Writes an episode, and a fork of it from turn 10 with another model. */
export function prepareForkAndParent(dataFolder: string): void {
  const parent = sampleEpisode({ turns: 25 })
  writeLog(dataFolder, 'parent', parent)
  writeLog(dataFolder, 'fork', forkOf(parent, 'parent', 10, sampleEpisode({ turns: 30, seed: 5, model: 'tiny-2' })))
}

export function writeLog(dataFolder: string, id: string, events: readonly LoggedEvent[]): void {
  mkdirSync(join(dataFolder, id), { recursive: true })
  writeFileSync(
    join(dataFolder, id, 'events.jsonl'),
    events.map((event) => `${JSON.stringify({ ...event, episode_id: id })}\n`).join(''),
  )
}

/** The events of `parent` up to the end of `turn`, and then those of `next`. */
function forkOf(
  parent: readonly LoggedEvent[],
  parentId: string,
  turn: number,
  next: readonly LoggedEvent[],
): readonly LoggedEvent[] {
  const endOf = (events: readonly LoggedEvent[]) =>
    events.findIndex((event) => event.event_type === 'turn_completed' && event.turn === turn) + 1
  const common = parent.slice(0, endOf(parent))
  const at = common.at(-1)?.at ?? ''
  const fork: Stamp & EventBody = {
    seq: 0,
    at,
    episode_id: '',
    event_type: 'episode_forked',
    parent_episode_id: parentId,
    parent_turn: turn,
    app_version: '0.1.0',
    player: { kind: 'llm', label: 'tiny-2', model: 'tiny-2', base_url: 'http://127.0.0.1:1/v1', profile: null },
    turn_limit: 30,
    prompt_sha256: null,
    sampling: null,
    settings: { agent_sampling: { temperature: 0.2 } },
  }
  const rest = next.slice(endOf(next)).map((event) => withPrompt(event, turn + 1))
  return [...common, fork, ...rest].map((event, seq) => ({ ...event, seq }))
}

/** Makes the first request after the fork begin a new message list. */
function withPrompt(event: LoggedEvent, turn: number): LoggedEvent {
  if (event.event_type !== 'llm_request' || event.turn !== turn || event.iteration !== 1) return event
  const content = 'You play an interactive story. Think twice. Answer with one action.'
  return { ...event, messages_kept: 0, messages_added: [{ role: 'system', content }, ...event.messages_added] }
}
