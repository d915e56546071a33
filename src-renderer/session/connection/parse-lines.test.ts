import { expect, it } from 'vitest'
import { LEFT_OUT } from '@shared/base/json/bound-json'
import { parseLines } from './parse-lines'

it('cuts a value that is nested too deeply and reads the line as one event', () => {
  const lines = `{"seq":0}\n{"seq":1,"content":${'['.repeat(6000)}${']'.repeat(6000)}}\n{"seq":2}\n`
  const events = parseLines(new TextEncoder().encode(lines))
  expect(events.map(({ seq }) => seq)).toEqual([0, 1, 2])
  expect(JSON.stringify(events)).toContain(LEFT_OUT)
})
