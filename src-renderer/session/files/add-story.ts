import { MOST_STORY_BYTES } from '@shared/contract/rpc'
import type { Story } from '@shared/contract/stories'
import { reachHost } from '../connection/connection-store'
import { fileStrings as words } from './strings'

export const STORY_FILE = /\.(?:z[1-8]|zblorb|zlb|blb)$/i

/** Uploads a story file to the host, which stores a copy. Rejects with the reason if it is not a story. */
export async function addStoryFile(file: File): Promise<Story> {
  if (file.size > MOST_STORY_BYTES) throw new Error(words.tooLarge(file.name))
  return reachHost().addStory({ fileName: file.name, base64: await base64Of(file) })
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve((reader.result as string).split(',', 2)[1] ?? ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)))
    reader.readAsDataURL(file)
  })
