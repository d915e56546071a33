import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, it } from 'vitest'
import { continueTornStates } from './torn-states.testkit'

const folder = mkdtempSync(join(tmpdir(), 'torn-states-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('a state file that is cut off at any byte continues from its last whole line', () => continueTornStates(folder, 1))
