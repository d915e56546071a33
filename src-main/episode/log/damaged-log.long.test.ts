import { it } from 'vitest'
import { checkChangedBytes } from './changed-bytes.testkit'

it('a log with one changed bit is read up to the changed line, wherever the bit is', () => checkChangedBytes(1, 1))

it.each([0x20, 0x80])('a log with the bit %i of a byte changed is read up to the changed line', (mask) =>
  checkChangedBytes(mask, 7),
)
