import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getPriority } from 'node:os'
import { describe, expect, it } from 'vitest'
import { lowerPriority } from './lower-priority'

describe('the priority of a process', () => {
  it('is lowered and never raised, and a process that has ended is ignored', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
    const pid = child.pid ?? 0
    // The tests may have a low priority themselves.
    const low = Math.max(10, getPriority())
    try {
      lowerPriority(pid, low)
      expect(getPriority(pid)).toBe(low)
      lowerPriority(pid, 5)
      expect(getPriority(pid)).toBe(low)
    } finally {
      child.stdin.end()
      await once(child, 'exit')
    }
    expect(() => lowerPriority(pid, 10)).not.toThrow()
  })
})
