import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settings } from './settings'

const mcp = fc.record(
  {
    enabled: fc.boolean(),
    config_file: fc.string({ minLength: 1 }),
    max_tool_iterations: fc.integer({ min: 1, max: 100 }),
    tool_call_timeout_seconds: fc.double({ min: 0.1, max: 1e6, noNaN: true }),
    server_startup_timeout_seconds: fc.double({ min: 0.1, max: 1e6, noNaN: true }),
    force_tool_support: fc.boolean(),
    question_timeout_seconds: fc.double({ min: 0.1, max: 1e6, noNaN: true }),
    server_selection: fc.constantFrom('all', 'first'),
    session_scope: fc.constantFrom('turn', 'episode'),
  },
  { requiredKeys: [] },
)

const DEFAULTS = {
  enabled: false,
  config_file: 'mcp_config.json',
  max_tool_iterations: 20,
  tool_call_timeout_seconds: 30,
  server_startup_timeout_seconds: 10,
  question_timeout_seconds: 120,
  force_tool_support: false,
  server_selection: 'all',
  session_scope: 'turn',
  local_tools: false,
  registries: ['https://registry.modelcontextprotocol.io'],
}

describe('the settings', () => {
  it.each([
    ['R13.1', 'max_tool_iterations', 20],
    ['R13.2', 'tool_call_timeout_seconds', 30],
    ['R13.3', 'server_startup_timeout_seconds', 10],
    ['R13.4', 'config_file', 'mcp_config.json'],
    ['R13.5', 'force_tool_support', false],
  ] as const)('%s: %s is %s by default', (_requirement, key, value) => {
    expect(settings.parse({}).mcp[key]).toBe(value)
    expect(settings.parse({ mcp: {} }).mcp[key]).toBe(value)
  })

  it('P45: give every omitted MCP setting its default (R13.1–R13.5)', () => {
    fc.assert(
      fc.property(mcp, (given) => {
        expect(settings.parse({ mcp: given }).mcp).toEqual({ ...DEFAULTS, ...given })
      }),
      { numRuns: 200 },
    )
  })

  it('leave MCP off by default', () => {
    expect(settings.parse({}).mcp.enabled).toBe(false)
  })

  it('refuse unknown and invalid settings by name', () => {
    const faultOf = (given: unknown) => settings.safeParse({ mcp: given }).error?.issues[0]
    expect(faultOf({ max_iterations: 3 })?.message).toContain('max_iterations')
    expect(faultOf({ max_tool_iterations: 0 })?.path).toEqual(['mcp', 'max_tool_iterations'])
    expect(faultOf({ tool_call_timeout_seconds: '30' })?.path).toEqual(['mcp', 'tool_call_timeout_seconds'])
  })

  it('take blanks for no model', () => {
    const modelOf = (agent_model: string) => settings.safeParse({ llm: { agent_model } })
    expect([modelOf('').success, modelOf('  ').success]).toEqual([false, false])
    expect(modelOf(' vendor/model ').data?.llm.agent_model).toBe('vendor/model')
  })
})
