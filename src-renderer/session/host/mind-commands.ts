import type { HostApi } from '@shared/contract/contract'
import type { MindNote } from '@shared/episode/log/mind-state'
import { useEpisode } from '../episode/episode-store'
import { submit, runForOpenEpisode } from './run-command'

const submitForOpenEpisode = (command: (api: HostApi, episodeId: string) => Promise<unknown>) =>
  submit((api) => command(api, useEpisode.getState().id ?? ''))

const PLAIN_NOTE = { kind: 'other', subject: '', value: '', lasts: 'episode' } as const

/** Writes the user's note for the player, about location `place`; null for a note without a location. */
export const writeMindNote = (text: string, place: number | null) =>
  submitForOpenEpisode((api, episodeId) => api.writeNote({ episodeId, place, note: { ...PLAIN_NOTE, text } }))

export const editMindNote = ({ id, kind, subject, value, lasts, place }: MindNote, text: string) =>
  submitForOpenEpisode((api, episodeId) =>
    api.writeNote({ episodeId, place, note: { kind, subject, value, lasts, text }, supersedes: id }),
  )

export const closeMindNote = (id: string) => runForOpenEpisode((api, episodeId) => api.closeNote({ episodeId, id }))

export const setMindObjective = (text: string) =>
  submitForOpenEpisode((api, episodeId) => api.setObjective({ episodeId, text }))

export const closeMindObjective = (id: string) =>
  runForOpenEpisode((api, episodeId) => api.closeObjective({ episodeId, id }))
