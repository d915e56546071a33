import { basename } from 'node:path'
import { messageOf } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { ShellMessage } from '@shared/contract/shell-messages'
import { LONGEST_OPENED_BYTES } from '@shared/episode/log/episode-file'
import { readNamed } from '../../../base/files/plain-file'
import type { ShellArguments } from '../../shell-arguments'

export type Files = Pick<ShellArguments, 'storyFiles' | 'episodeFiles'>

/** Adds and offers a story, shows an episode read-only, and reports a file that cannot be opened. */
export async function openFiles(
  { storyFiles, episodeFiles }: Files,
  api: Pick<HostApi, 'openStory'>,
  tell: (message: ShellMessage) => void,
  showError: (title: string, message: string) => void,
  remember: (path: string) => void,
): Promise<void> {
  for (const path of storyFiles) {
    await api.openStory({ path }).then(
      (story) => {
        tell({ kind: 'story', story })
        remember(path)
      },
      (error: unknown) => showError('This story cannot be opened', messageOf(error)),
    )
  }
  for (const path of episodeFiles) {
    await readNamed(path, LONGEST_OPENED_BYTES).then(
      (bytes) => {
        tell({ kind: 'episodeFile', name: basename(path), text: bytes.toString() })
        remember(path)
      },
      (error: unknown) => showError('This episode cannot be opened', messageOf(error)),
    )
  }
}
