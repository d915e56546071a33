import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toolDefinition } from '@shared/episode/log/chat'
import { buildToolTable, type ToolGroup } from './tool-table'

const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-', '_', '#', '2', 'é'), minLength: 1, maxLength: 5 })
/** Names with equal joins: `a` and `b.c`, `a.b` and `c`. */
const colliding = fc.constantFrom('a', 'a.b', 'b.c', 'c', 'b.c#2', 'c#2')
const someName = fc.oneof(name, colliding)
const schema = fc.dictionary(
  fc.constantFrom('type', 'properties', 'required', '$schema', 'description'),
  fc.constantFrom('object', {}, []),
)
const groups = fc.uniqueArray(
  fc.record({
    name: someName,
    tools: fc.uniqueArray(fc.record({ name: someName, schema }), { selector: (tool) => tool.name, maxLength: 5 }),
  }),
  { selector: (each) => each.name, maxLength: 4 },
)

/** Each invoker answers with its own names, to show which one was called. */
const build = (
  servers: readonly {
    readonly name: string
    readonly tools: readonly { readonly name: string; readonly schema: Record<string, unknown> }[]
  }[],
): ToolGroup[] =>
  servers.map((server) => ({
    name: server.name,
    invokers: server.tools.map((tool) => ({
      name: tool.name,
      description: `${server.name} ${tool.name}`,
      parameters: tool.schema,
      invoke: async () => ({ kind: 'result', serverName: server.name, content: tool.name, isError: false }),
    })),
  }))

describe('buildToolTable', () => {
  it('R8.2 R8.3 R8.5 P34 P35 P37: every tool has one name that leads back to it', async () => {
    await fc.assert(
      fc.asyncProperty(groups, async (servers) => {
        const table = buildToolTable(build(servers))
        const pairs = servers.flatMap((server) => server.tools.map((tool) => [server.name, tool.name] as const))
        expect(table.definitions).toHaveLength(pairs.length)
        expect(new Set(table.definitions.map((each) => each.function.name)).size).toBe(pairs.length)
        for (const [index, [serverName, toolName]] of pairs.entries()) {
          const given = table.definitions[index]?.function.name ?? ''
          expect(
            given.replace(/#\d+$/, '').startsWith(`${serverName}.${toolName}`) || given === `${serverName}.${toolName}`,
          ).toBe(true)
          expect(await table.find(given)?.invoke({}, new AbortController().signal)).toMatchObject({
            serverName,
            content: toolName,
          })
        }
      }),
      { numRuns: 300 },
    )
  })

  it('R8.2 R8.3 P34 P35: tools with equal names get a number', async () => {
    const tool = (toolName: string) => ({ name: toolName, schema: {} })
    const servers = [
      { name: 'a', tools: [tool('b.c'), tool('b.c#2')] },
      { name: 'a.b', tools: [tool('c')] },
    ]
    const table = buildToolTable(build(servers))
    expect(table.definitions.map((each) => each.function.name)).toEqual(['a.b.c', 'a.b.c#2', 'a.b.c#3'])
    const called = async (toolName: string) => table.find(toolName)?.invoke({}, new AbortController().signal)
    expect(await called('a.b.c')).toMatchObject({ serverName: 'a', content: 'b.c' })
    expect(await called('a.b.c#2')).toMatchObject({ serverName: 'a', content: 'b.c#2' })
    expect(await called('a.b.c#3')).toMatchObject({ serverName: 'a.b', content: 'c' })
  })

  it('R8.1 R8.4 R8.6 P10 P33 P36 P38: every definition has OpenAI form with an object schema', () => {
    fc.assert(
      fc.property(groups, (servers) => {
        for (const definition of buildToolTable(build(servers)).definitions) {
          expect(toolDefinition.parse(definition)).toEqual(definition)
          expect(definition.function.parameters).toMatchObject({ type: 'object', properties: expect.anything() })
          expect(definition.function.parameters).not.toHaveProperty('$schema')
        }
      }),
      { numRuns: 200 },
    )
  })

  it('does not change the rest of the schema', () => {
    const parameters = {
      type: 'object',
      properties: { a: { type: ['boolean', 'string'] } },
      required: ['a'],
      additionalProperties: false,
    }
    expect(
      buildToolTable(build([{ name: 's', tools: [{ name: 't', schema: parameters }] }])).definitions[0]?.function
        .parameters,
    ).toEqual(parameters)
  })

  it('has the same hash for the same tools, and another hash for other tools', () => {
    const one = build([{ name: 's', tools: [{ name: 't', schema: {} }] }])
    expect(buildToolTable(one).toolSet).toBe(
      buildToolTable(build([{ name: 's', tools: [{ name: 't', schema: {} }] }])).toolSet,
    )
    expect(buildToolTable(one).toolSet).not.toBe(
      buildToolTable(build([{ name: 's', tools: [{ name: 'u', schema: {} }] }])).toolSet,
    )
    expect(buildToolTable([]).toolSet).toBeNull()
  })
})
