import { describe, expect, it } from 'vitest'
import { Fault } from '../fault'
import { CharacterSet } from '../text/zscii'
import { Output } from './output'

const WRITE_LIMIT = 200

function createOutput() {
  const memory = new Uint8Array(256)
  return { memory, output: new Output(memory, WRITE_LIMIT, new CharacterSet(memory, 0)) }
}

describe('windows', () => {
  it('the lower window is one text, never wrapped', () => {
    const { output } = createOutput()
    output.print('x'.repeat(300))
    output.print('\n>')
    expect(output.takeLower()).toBe(`${'x'.repeat(300)}\n>`)
    expect(output.takeLower()).toBe('')
  })

  it('the upper window is a grid and not part of the observation', () => {
    const { output } = createOutput()
    output.upper.split(2, false)
    output.selectWindow(1)
    output.print('Hall')
    output.upper.moveTo(1, 70)
    output.print('a line too long for the row')
    output.selectWindow(0)
    expect(output.upper.rows()).toEqual(['Hall', `${' '.repeat(70)}a line too`])
    expect(output.takeLower()).toBe('')
  })

  it('a quotation box remains readable until the next input', () => {
    const { output } = createOutput()
    output.upper.split(3, false)
    output.selectWindow(1)
    output.upper.moveTo(2, 0)
    output.print('a quotation')
    output.upper.split(1, false)
    expect(output.upper.rows()).toEqual(['', '', 'a quotation'])
    output.upper.settle()
    expect(output.upper.rows()).toEqual([''])
  })

  it('a restored state shows the same screen', () => {
    const { output } = createOutput()
    output.upper.split(1, false)
    output.selectWindow(1)
    output.print('Score: 5')
    const state = output.capture()
    output.eraseWindow(-1)
    output.apply(state)
    expect(output.upper.rows()).toEqual(['Score: 5'])
    expect(output.capture()).toEqual(state)
  })
})

describe('stream 3', () => {
  it('nests, and prints to no window', () => {
    const { output, memory } = createOutput()
    output.openTable(100)
    output.print('ab\n')
    output.openTable(150)
    output.print('ä')
    output.closeTable()
    output.print('c')
    output.closeTable()
    expect(Array.from(memory.subarray(100, 106))).toEqual([0, 4, 97, 98, 13, 99])
    expect(Array.from(memory.subarray(150, 153))).toEqual([0, 1, 155])
    expect(output.takeLower()).toBe('')
  })

  it('writes only to dynamic memory, up to a limit', () => {
    const { output } = createOutput()
    output.openTable(WRITE_LIMIT - 3)
    expect(() => output.print('two')).toThrow(Fault)
    const nested = createOutput().output
    expect(() => {
      for (let depth = 0; depth < 17; depth++) nested.openTable(100)
    }).toThrow(Fault)
  })
})
