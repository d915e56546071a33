import { it } from 'vitest'
import { checkChangedBytes } from './changed-bytes.testkit'

it('a log with one changed bit is read up to its line, wherever that is', () => checkChangedBytes(1, 1))
