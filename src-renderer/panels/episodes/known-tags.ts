import type { LibraryEntry } from '@shared/contract/library'
import { tagsFrom } from '@shared/episode/log/annotate'

/** All tags in use, sorted. */
export function knownTags(entries: Iterable<LibraryEntry>): readonly string[] {
  const tags = new Set<string>()
  for (const { annotations } of entries) for (const tag of annotations.tags) tags.add(tag)
  return tagsFrom([...tags])
}
