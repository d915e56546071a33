import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Instance, Memory, Module, Table } from './api'
import { encodeModule, i32, store32 } from './encode'

const ANY = fc.integer({ min: -0x80000000, max: 0x7fffffff })

it('constants and offsets of any size are encoded', () => {
  fc.assert(
    fc.property(ANY, fc.nat({ max: 0xffff }), (value, offset) => {
      const memory = new Memory({ initial: 2, maximum: 2 })
      const bytes = encodeModule({
        imports: [],
        functions: [{ signature: { parameters: 0, results: 0 }, locals: 0, body: store32(i32(4), offset, i32(value)) }],
        run: 0,
        firstInTable: 0,
        tableBase: 1,
      })
      const host = { memory, table: new Table({ initial: 2, element: 'anyfunc' }) }
      const { run } = new Instance(new Module(bytes), { host }).exports
      ;(run as () => void)()
      expect(new DataView(memory.buffer).getInt32(offset + 4, true)).toBe(value)
    }),
  )
})
