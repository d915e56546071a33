/**
 * Notes that were written and not saved yet, each of one turn: they outlive their sheet, and are gone with the window.
 */
const drafts = new Map<string, string>()

const keyOf = (episodeId: string | null, turn: number) => `${episodeId} ${turn}`

export const draftOfNote = (episodeId: string | null, turn: number): string | null =>
  drafts.get(keyOf(episodeId, turn)) ?? null

/** One that says what is saved, or nothing, is none. */
export function keepDraftOfNote(episodeId: string | null, turn: number, note: string, saved: string): void {
  if (note.trim() === '' || note.trim() === saved) drafts.delete(keyOf(episodeId, turn))
  else drafts.set(keyOf(episodeId, turn), note)
}
