import { LONGEST_OPENED_BYTES } from '@shared/episode/episode-file'
import { expect, it } from 'vitest'
import { useView } from '../view/view-store'
import { openFile } from './open-file'

it('a file that is too long for a window is not read, and the command that cuts it is named', async () => {
  const file = Object.defineProperty(new File([''], 'long.zorkgpt'), 'size', { value: LONGEST_OPENED_BYTES + 1 })
  expect(await openFile(file)).toBe(false)
  expect(useView.getState().failure).toMatch(/^long\.zorkgpt is 257 MB long.* zorkgpt export FOLDER --from TURN --to/)
})
