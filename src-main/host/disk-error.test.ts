import { expect, it } from 'vitest'
import { plainDiskError } from './disk-error'

it('a full disk is told as what it is and what to do, any other failure as it was', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(plainDiskError(full)).toMatchObject({ code: 'data_folder', message: expect.stringMatching(/^The data folder could not be written \(ENOSPC.*Make room/) as string })
  const missing = Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' })
  expect(plainDiskError(missing)).toBe(missing)
})
