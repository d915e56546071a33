import type { PlantedBreak } from './planted-break'

const files = (name: string): string => `src-main/base/files/${name}`

export const FILES_BREAKS: readonly PlantedBreak[] = [
  {
    name: 'links-followed',
    file: files('plain-file.ts'),
    means: 'an episode folder from elsewhere has a file of the home written over',
    find: 'const flags = HOW[how] | (O_NOFOLLOW ?? 0) |',
    put: 'const flags = HOW[how] |',
  },
  {
    name: 'linked-folders-followed',
    file: files('plain-file.ts'),
    means: 'a linked folder in an episode leads out of it',
    find: 'for (const folder of foldersAbove(place)) await checkFolder(folder)',
    put: '',
  },
  {
    name: 'hard-links-written',
    file: files('plain-file.ts'),
    means: 'what is written into an episode is written into another file too',
    find: `if (how !== 'read' && found.nlink > 1)`,
    put: `if (how !== 'read' && found.nlink < 1)`,
  },
  {
    name: 'pipes-waited-for',
    file: files('plain-file.ts'),
    means: 'a pipe in the data folder stops the library for ever',
    find: '(O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0)',
    put: '(O_NOFOLLOW ?? 0)',
  },
  {
    name: 'caches-without-limit',
    file: files('plain-file.ts'),
    means: 'a huge file that stands for a small one fills the memory',
    find: 'if (size > limitBytes)\n    throw',
    put: 'if (size < 0)\n    throw',
  },
  {
    name: 'files-for-all',
    file: files('plain-file.ts'),
    means: 'other users of the machine read the logs and the token',
    find: 'PRIVATE_FILE = 0o600',
    put: 'PRIVATE_FILE = 0o644',
  },
  {
    name: 'folders-for-all',
    file: files('plain-file.ts'),
    means: 'other users of the machine list the episodes',
    find: 'PRIVATE_FOLDER = 0o700',
    put: 'PRIVATE_FOLDER = 0o755',
  },
  {
    name: 'drafts-left',
    file: files('replace-file.ts'),
    means: 'every file that cannot be saved leaves a half one beside it',
    find: 'await unlink(draft.path).catch(() => {})',
    put: '',
  },
  {
    name: 'mark-of-another-taken',
    file: files('mark.ts'),
    means: 'who leaves takes away the mark of the program that plays',
    find: 'if (there?.name === nonce) await rm(place.path',
    put: 'await rm(place.path',
  },
  {
    name: 'mark-blocks-for-ever',
    file: files('mark.ts'),
    means: 'a process id that another program has now keeps an episode from being played',
    find: "if (runs === false || (runs && program?.pid === process.pid)) return 'left'",
    put: "if (runs === undefined) return 'left'",
  },
]
