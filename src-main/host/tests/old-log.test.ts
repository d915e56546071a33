import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mindEvents } from '@shared/episode/log/mind-events'
import { LOG_FILE } from '../../episode/log/log-lines'
import { acts } from '../../llm/scripted-endpoint.testkit'
import { startScriptedEpisode } from '../episode/scripted-episode.testkit'

const NEW: ReadonlySet<string> = new Set(mindEvents.map(({ shape }) => shape.event_type.value))

/** A log of an earlier version: no mind, roles or sections. */
function asFormat1(folder: string): void {
  const file = join(folder, LOG_FILE)
  const events = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event_type: type }) => !NEW.has(String(type)))
  const old = events.map(({ mind: _mind, sections: _sections, ...event }, seq) => {
    const settings = { ...(event.settings as object), mind: undefined }
    return event.event_type === 'episode_started' ? { ...event, seq, format: 1, settings } : { ...event, seq }
  })
  writeFileSync(file, old.map((event) => `${JSON.stringify(event)}\n`).join(''))
}

describe('a log of format 1', () => {
  async function oldEpisode() {
    const episode = await startScriptedEpisode({
      replies: (_, index) => acts(index % 2 ? 'look' : 'wait'),
      mind: { preset: 'standard' },
      start: { mcp: false, turnLimit: 3 },
    })
    onTestFinished(() => episode.close())
    await episode.follow()
    await episode.reopen(() => asFormat1(episode.episodeFolder))
    return episode
  }

  it('opens unchanged, and resumes without a mind whatever today’s settings are', async () => {
    const episode = await oldEpisode()
    const { episodeId } = episode
    const before = await episode.follow()
    expect(before.state.turns.map(({ action }) => action?.action)).toEqual(['wait', 'look', 'wait'])
    expect(before.state.manifest).toMatchObject({ format: 1 })
    await episode.host.api.resumeEpisode({ episodeId, turnLimit: 5 })
    const { state, of } = await episode.follow(({ turns }) => turns.length === 5)
    expect(state.manifest?.mind).toBeUndefined()
    expect([...of('prompt_used'), ...of('stuck_noticed'), ...of('beliefs_checked')]).toEqual([])
    const { messages } = episode.endpoint.requests.at(-1) as { messages: readonly { content: string }[] }
    expect(messages.filter(({ content }) => content.includes('```state'))).toHaveLength(5)
  })

  it('is forked as a log of this format, without a mind or with a requested one', async () => {
    const episode = await oldEpisode()
    const { api } = episode.host
    const plain = await api.forkEpisode({ episodeId: episode.episodeId, turn: 2, turnLimit: 3 })
    const fork = await episode.follow(undefined, plain.episodeId)
    expect(fork.state.manifest).toMatchObject({ format: 2 })
    expect(fork.state.manifest?.mind).toBeUndefined()
    const minded = await api.forkEpisode({ episodeId: episode.episodeId, turn: 2, turnLimit: 3, mind: 'standard' })
    const other = await episode.follow(undefined, minded.episodeId)
    expect(other.state.manifest?.mind?.preset).toBe('standard')
    expect(other.of('prompt_used')).toHaveLength(1)
  })
})
