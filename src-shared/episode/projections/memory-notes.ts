import type { EpisodeState, ToolCall } from '../state/episode'
import { observationBefore } from '../state/turn-changes'

export interface MemoryNote {
  readonly about: string
  readonly text: string
  readonly turn: number
  /** Location of the agent when it wrote the note; null if the machine could not determine it. */
  readonly location: number | null
  /** The turn in which the agent deleted it; null while it exists. */
  readonly deletedIn: number | null
}

/**
 * All notes up to the playhead, in the order of writing. Calls are recognized by the shape of their arguments (the
 * knowledge graph of @modelcontextprotocol/server-memory: `entities`, `observations`, `deletions`, `entityNames`), not
 * by the server's name. A failed call wrote nothing.
 */
export function memoryNotesOf(state: Pick<EpisodeState, 'turns' | 'openTurn' | 'opening'>): readonly MemoryNote[] {
  const notes: MemoryNote[] = []
  for (const { number: turn, iterations } of state.openTurn ? [...state.turns, state.openTurn] : state.turns) {
    for (const { toolCalls } of iterations) {
      for (const call of toolCalls) {
        const { written, isDropped } = changeOf(call)
        if (isDropped)
          for (const [index, note] of notes.entries())
            if (note.deletedIn === null && isDropped(note)) notes[index] = { ...note, deletedIn: turn }
        for (const note of written)
          notes.push({ ...note, turn, location: observationBefore(state, turn)?.location?.id ?? null, deletedIn: null })
      }
    }
  }
  return notes
}

/** Whether a call with these arguments writes or deletes notes. */
export const writesNotes = (given: unknown): boolean => changeOf({ arguments: given, status: 'ok' }) !== nothing

interface Change {
  readonly written: readonly Pick<MemoryNote, 'about' | 'text'>[]
  readonly isDropped?: (note: MemoryNote) => boolean
}

/** Arguments come from a model, so every shape is checked. */
function changeOf({ arguments: given, status }: Pick<ToolCall, 'arguments' | 'status'>): Change {
  if (status !== 'ok' || typeof given !== 'object' || given === null) return nothing
  const { entities, observations, deletions, entityNames }: Readonly<Record<string, unknown>> = { ...given }
  if (Array.isArray(entities))
    return { written: entities.flatMap((entity) => notesAbout(entity, 'name', 'observations')) }
  if (Array.isArray(observations))
    return { written: observations.flatMap((added) => notesAbout(added, 'entityName', 'contents')) }
  if (Array.isArray(deletions)) {
    const dropped = deletions.flatMap((deletion) => notesAbout(deletion, 'entityName', 'observations'))
    return {
      written: [],
      isDropped: ({ about, text }) => dropped.some((note) => note.about === about && note.text === text),
    }
  }
  return Array.isArray(entityNames) ? { written: [], isDropped: ({ about }) => entityNames.includes(about) } : nothing
}

const nothing: Change = { written: [] }

function notesAbout(entry: unknown, aboutField: string, textsField: string): Change['written'] {
  const { [aboutField]: about, [textsField]: texts }: Readonly<Record<string, unknown>> =
    typeof entry === 'object' ? { ...entry } : {}
  return typeof about === 'string' && Array.isArray(texts)
    ? texts.filter((text) => typeof text === 'string').map((text) => ({ about, text }))
    : []
}
