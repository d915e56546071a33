import type { KnowledgeEntry } from './knowledge'

/** How sure an entry is, in a few words: who wrote it, how many episodes showed it, and whether one contradicted it. */
export function sureness({ isOfPerson, by, evidence, against }: KnowledgeEntry): string {
  const seen =
    evidence.length > 0 ? `seen in ${evidence.length === 1 ? 'one episode' : `${evidence.length} episodes`}` : null
  const file = by === 'import' && seen === null ? 'from a file' : null
  return [isOfPerson ? 'written by a person' : file, seen, against.length > 0 ? 'once contradicted' : null]
    .filter((words) => words !== null)
    .join(', ')
}
