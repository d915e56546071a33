import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { nextId } from '@shared/agent/knowledge/knowledge'
import { addKnowledge, readKnowledge } from './knowledge-file'

const ENTRY = {
  event_type: 'entry_added',
  at: '2026-01-01T00:00:00.000Z',
  story: null,
  kind: 'note',
  place: null,
  subject: '',
  value: '',
  text: 'A lamp burns oil.',
  by: 'person',
  evidence: null,
} as const

function storeWith(text: string) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'knowledge-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true }))
  mkdirSync(join(dataFolder, '.knowledge'))
  const file = join(dataFolder, '.knowledge', 'events.jsonl')
  writeFileSync(file, text)
  return { dataFolder, file }
}

it('never gets a line that could not be read again', async () => {
  const last = `${JSON.stringify({ ...ENTRY, id: 'k999999999' })}\n`
  const { dataFolder, file } = storeWith(last)
  const add = addKnowledge(dataFolder, (before) => ({ events: [{ ...ENTRY, id: `k${nextId(before)}` }] }))
  await expect(add).rejects.toThrow('an event of the knowledge is not valid: id')
  expect(readFileSync(file, 'utf8')).toBe(last)
})

it('has all entries of writers that add at the same moment', async () => {
  const { dataFolder } = storeWith('')
  const add = () => addKnowledge(dataFolder, (before) => ({ events: [{ ...ENTRY, id: `k${nextId(before)}` }] }))
  await Promise.all(Array.from({ length: 8 }, add))
  const ids = (await readKnowledge(dataFolder)).map((event) => 'id' in event && event.id)
  expect(ids).toEqual(ids.map((_, index) => `k${index + 1}`))
  expect(ids).toHaveLength(8)
})
