import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createToolNames } from './tool-names'

const part = fc.oneof(fc.stringMatching(/^[a-z][a-z_-]{0,8}$/), fc.string({ minLength: 1, maxLength: 60 }))
/** Every two of these have the same name on the wire. */
const colliding = fc.constantFrom('a.b_c', 'a.b c', 'a.b/c', 'a.b\u00e9c', 'a__b.c', 'a.b_.c').map((name) => name)
const toolName = fc.oneof(
  fc.tuple(part, part).map(([server, tool]) => `${server}.${tool}`),
  colliding,
)

describe('tool names on the wire', () => {
  it('join server and tool with two underscores (R8.2)', () => {
    expect(createToolNames(['thoughtbox.think']).encode('thoughtbox.think')).toBe('thoughtbox__think')
  })

  it('P34, P35: any set of names is accepted by every endpoint, stays distinct, and comes back as it was', () => {
    fc.assert(
      fc.property(fc.uniqueArray(toolName, { maxLength: 30 }), (names) => {
        const table = createToolNames(names)
        const encoded = names.map(table.encode)
        for (const name of encoded) expect(name).toMatch(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/)
        expect(new Set(encoded).size).toBe(names.length)
        expect(encoded.map(table.decode)).toEqual(names)
      }),
      { numRuns: 300 },
    )
  })

  it('distinguish names with the same characters by a hash', () => {
    const table = createToolNames(['a.b c', 'a.b_c'])
    expect(table.encode('a.b c')).toBe('a__b_c')
    expect(table.encode('a.b_c')).toMatch(/^a__b_c_[0-9a-f]{7}$/)
  })

  it('of offered tools do not change with names that the model invents', () => {
    const before = createToolNames(['a.b_c'])
    const after = createToolNames(['a.b_c', 'a.b c'])
    expect(after.encode('a.b_c')).toBe(before.encode('a.b_c'))
  })

  it('that were not offered come back unchanged', () => {
    expect(createToolNames(['a.b']).decode('rm__rf')).toBe('rm__rf')
  })
})
