import type { EntryChange } from '@shared/agent/knowledge/diff'
import type { KnowledgeVersion } from '@shared/agent/knowledge/versions'
import type { LearnedFrom } from '@shared/contract/knowledge'
import { count, formatDateTime, formatNumber } from '../../kit/text/format'

export const knowledgeStrings = {
  title: 'Knowledge',
  story: 'Story',
  everyStory: 'Every story',
  search: 'Search entries',
  noMatch: (text: string) => `No entry matches “${text}”.`,
  summary: (confirmed: number, candidates: number, episodes: number) =>
    `${formatNumber(confirmed)} confirmed, ${formatNumber(candidates)} seen once or from a file, from ${count(episodes, 'episode', 'episodes')}`,
  /** Nothing is known yet. */
  empty: 'Nothing is known about this story yet. Learn from an episode, write an entry, or import a file.',
  emptyGeneral:
    'There are no entries that are true in every story. Only you and files add them; a player reads them from level K1 on.',
  emptyVersion: 'This version has no entries.',
  level: 'A player reads these entries only if its episode starts at level K2 (K1 for those of every story).',
  noPlace: 'Anywhere',
  retired: (entries: number) => `${count(entries, 'retired entry', 'retired entries')}, in no prompt`,
  edit: 'Edit',
  editEntry: (text: string) => `Edit: ${text}`,
  retire: 'Retire',
  retireEntry: (text: string) => `Retire: ${text}`,
  restore: 'Restore',
  restoreEntry: (text: string) => `Restore: ${text}`,
  words: 'Text of the entry',
  save: 'Save',
  cancel: 'Cancel',
  evidence: (episode: string, turn: number) => `${episode}, turn ${formatNumber(turn)}`,
  openTurn: (episode: string, turn: number) => `Open ${episode} at turn ${formatNumber(turn)}`,
  quote: (quote: string) => `“${quote}”`,
  against: 'Contradicted in',
  isGone: 'The episode is no longer in the list.',

  version: 'Version',
  newest: 'Newest',
  versionName: ({ sha256, at }: KnowledgeVersion) =>
    at === null ? `Empty · ${sha256.slice(0, 8)}` : `${formatDateTime(at)} · ${sha256.slice(0, 8)}`,
  compareWith: 'Compare with',
  notCompared: 'No other version',
  hash: 'Hash',
  changes: (changes: number) => (changes === 0 ? 'No difference.' : count(changes, 'change', 'changes')),
  change: {
    added: 'Added',
    retired: 'Retired',
    restored: 'Restored',
    edited: 'Edited',
    confirmed: 'Confirmed',
    contradicted: 'Contradicted',
  } satisfies Record<EntryChange['kind'], string>,

  learn: 'Learn from this episode',
  learnHint: 'Rules read the log of the open episode. No model is called.',
  noEpisode: 'Open an episode that has ended to learn from it.',
  learned: ({ added, confirmed, contradicted, refused }: LearnedFrom) =>
    [
      `${formatNumber(added)} added`,
      `${formatNumber(confirmed)} confirmed`,
      `${formatNumber(contradicted)} contradicted`,
      ...(refused === 0 ? [] : [`${formatNumber(refused)} refused`]),
    ].join(', ') + '.',
  write: 'Write an entry',
  writeHint: 'One sentence that is true in every episode. It is marked as written by a person.',
  add: 'Add an entry',
  file: 'File',
  fileHint: 'Import an exported file or a Memories.md of the public ZorkGPT. Its entries are not confirmed.',
  import: 'Import…',
  export: 'Export',
  imported: (added: number, refused: number) =>
    `${count(added, 'entry was', 'entries were')} added.${refused === 0 ? '' : ` ${formatNumber(refused)} read as instructions and were refused.`}`,
}
