import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { stringify } from 'smol-toml'
import { afterAll, describe, expect, it } from 'vitest'
import { settings } from '@shared/settings/settings'
import { CANNOT_PLANT, NEEDS_PLANTS, plantPipe } from '../../base/files/planted.testkit'
import { readConfigText } from '../../mcp/config/config-file'
import { checkSettings, loadSettings } from './load-settings'

const folder = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const someSettings = fc.record(
  {
    mcp: fc.record(
      {
        enabled: fc.boolean(),
        config_file: fc.string({ minLength: 1 }),
        max_tool_iterations: fc.integer({ min: 1, max: 100 }),
        tool_call_timeout_seconds: fc.integer({ min: 1, max: 600 }),
        server_startup_timeout_seconds: fc.integer({ min: 1, max: 600 }),
        force_tool_support: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    llm: fc.record(
      {
        agent_model: fc.stringMatching(/^[a-z0-9/:._-]{1,40}$/),
        fallback_models: fc.array(fc.string(), { maxLength: 3 }),
      },
      { requiredKeys: [] },
    ),
    retry: fc.record({ max_retries: fc.nat(20), circuit_breaker_enabled: fc.boolean() }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
)

describe.skipIf(CANNOT_PLANT)(`a file of settings or of servers${NEEDS_PLANTS}`, () => {
  it('is read without blocking, and up to a size limit', async () => {
    const [pipe, endless, large] = [
      join(folder, 'pipe'),
      join(folder, 'endless'),
      write('large', '#'.repeat((4 << 20) + 1)),
    ]
    plantPipe(pipe)
    symlinkSync('/dev/zero', endless)
    for (const read of [loadSettings, readConfigText]) {
      await expect(read(pipe)).rejects.toThrow(`${pipe} is a pipe`)
      await expect(read(endless)).rejects.toThrow(`${endless} is a pipe, a socket or a device`)
      await expect(read(large)).rejects.toThrow(`${large} is larger than 4 MB`)
    }
  })
})

describe('a settings file', () => {
  it('P4: a zorkgpt.toml is loaded with its values', async () => {
    await fc.assert(
      fc.asyncProperty(someSettings, async (given) => {
        expect(await loadSettings(write('zorkgpt.toml', stringify(given)))).toEqual(settings.parse(given))
      }),
      { numRuns: 100 },
    )
  })

  it('P4: R2.4: the tables of a pyproject.toml are loaded with their values, beside foreign tables and keys of the reference', async () => {
    const foreign = { project: { name: 'x' }, tool: { ruff: { line_length: 120 } } }
    await fc.assert(
      fc.asyncProperty(someSettings, async (given) => {
        const file = {
          ...foreign,
          tool: {
            ...foreign.tool,
            zorkgpt: {
              ...given,
              retry: { ...given.retry, retry_on_timeout: true },
              simple_memory: { memory_file: 'Memories.md' },
            },
          },
        }
        expect(await loadSettings(write('pyproject.toml', stringify(file)))).toEqual(settings.parse(given))
      }),
      { numRuns: 100 },
    )
  })

  it.each(['zorkgpt.toml', 'pyproject.toml'])(
    'reports an unknown key with its line and a suggestion, and keys of the reference separately: %s',
    (name) => {
      const at = name === 'zorkgpt.toml' ? '' : 'tool.zorkgpt.'
      const text = `[${at}mcp]\nenabled = true\nmax_tool_iteration = 3\nturn_delay_seconds = 1\nxyzzy = 1\n\n[${at}llm]\ncritic_model = "c"\n\n[${at}retrys]\nmax_retries = 1\n\n[${at}loop_break]\nmax_turns_stuck = 40\n`
      const { settings: loaded, problems } = checkSettings(name, text)
      expect(loaded).toBeNull()
      expect(problems).toEqual([
        {
          line: 3,
          column: 1,
          path: 'mcp.max_tool_iteration',
          severity: 'error',
          message: 'There is no such setting; perhaps max_tool_iterations is meant',
        },
        {
          line: 4,
          column: 1,
          path: 'mcp.turn_delay_seconds',
          severity: 'error',
          message: 'There is no such setting; perhaps gameplay.turn_delay_seconds is meant',
        },
        { line: 5, column: 1, path: 'mcp.xyzzy', severity: 'error', message: 'There is no such setting' },
        {
          line: 8,
          column: 1,
          path: 'llm.critic_model',
          severity: 'warning',
          message: 'Key of the public ZorkGPT, read as mind.critic_model',
        },
        {
          line: 10,
          column: 1,
          path: 'retrys',
          severity: 'error',
          message: 'There is no such table; perhaps retry is meant',
        },
        {
          line: 13,
          column: 1,
          path: 'loop_break',
          severity: 'warning',
          message: 'Known to the public ZorkGPT, without effect here',
        },
      ])
    },
  )

  it('P4: a key with a missing letter is reported, and the right name is suggested', () => {
    const names = Object.entries(settings.shape).flatMap(([table, section]) =>
      Object.keys(section.unwrap().shape).map((key) => [table, key] as const),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.nat(),
        fc.constantFrom('zorkgpt.toml', 'pyproject.toml'),
        ([table, key], at, file) => {
          const lost = at % key.length
          const misspelt = key.slice(0, lost) + key.slice(lost + 1)
          fc.pre(key.length > 5)
          const { problems } = checkSettings(
            file,
            stringify(
              file === 'zorkgpt.toml'
                ? { [table]: { [misspelt]: 1 } }
                : { tool: { zorkgpt: { [table]: { [misspelt]: 1 } } } },
            ),
          )
          expect(problems).toMatchObject([
            {
              path: `${table}.${misspelt}`,
              severity: 'error',
              message: `There is no such setting; perhaps ${key} is meant`,
            },
          ])
        },
      ),
      { numRuns: 300 },
    )
  })

  it('of the reference is read as shipped: each of its keys is used, or known to have no effect', async () => {
    const { settings: loaded, problems } = checkSettings('pyproject.toml', REFERENCE)
    expect(loaded).toMatchObject({
      orchestrator: { max_turns_per_episode: 500 },
      gameplay: { turn_delay_seconds: 3 },
      agent_sampling: { top_k: 20 },
      mind: { preset: 'standard', critic: 'always', critic_model: 'deepseek/deepseek-v3.2-exp' },
    })
    expect(
      problems.every(
        ({ severity, message }) =>
          severity === 'warning' &&
          /^(?:Known to the public ZorkGPT, without effect here|Key of the public ZorkGPT, read as mind\.\w+)$/.test(
            message,
          ),
      ),
    ).toBe(true)
    expect(problems).toHaveLength(16)
  })

  it('is refused if a pyproject.toml has the tables in the wrong place, or under a misspelled name', () => {
    expect(
      checkSettings('pyproject.toml', '[mcp]\nenabled = true\n\n[tool.zorkgtp.mcp]\nenabled = true\n').problems,
    ).toEqual([
      {
        line: 1,
        column: 1,
        path: 'mcp',
        severity: 'error',
        message: 'Not a known table; did you mean [tool.zorkgpt.mcp]?',
      },
      {
        line: 4,
        column: 1,
        path: 'tool.zorkgtp',
        severity: 'error',
        message: 'Not a known table; did you mean [tool.zorkgpt]?',
      },
    ])
    expect(checkSettings('pyproject.toml', '[tool.zorkgpt]\nmcp = 3\n').problems).toMatchObject([
      { line: 2, path: 'mcp', message: 'Takes a table' },
    ])
  })

  it('R2.4: is read in the form that the specification shows', async () => {
    const text =
      '[tool.zorkgpt.mcp]\nenabled = true\nconfig_file = "mcp_config.json"\nmax_tool_iterations = 20\ntool_call_timeout_seconds = 30\nserver_startup_timeout_seconds = 10\nforce_tool_support = false\n'
    expect((await loadSettings(write('pyproject.toml', text))).mcp).toMatchObject({
      enabled: true,
      max_tool_iterations: 20,
    })
  })

  it('that ships with the app switches MCP on', async () => {
    expect((await loadSettings(resolve(import.meta.dirname, '../../../zorkgpt.toml'))).mcp).toMatchObject({
      enabled: true,
      config_file: 'mcp_config.json',
    })
  })

  it('that cannot be used is named, with the key and the problem', async () => {
    const path = join(folder, 'zorkgpt.toml')
    await expect(loadSettings(join(folder, 'missing.toml'))).rejects.toThrow(
      /There is no settings file .*missing\.toml/,
    )
    await expect(loadSettings(write('zorkgpt.toml', '[mcp]\nenabled = maybe\n'))).rejects.toThrow(
      `${path} is not valid TOML, line 2`,
    )
    await expect(loadSettings(write('zorkgpt.toml', '[mcp]\nmax_tool_iterations = 0\n'))).rejects.toThrow(
      `${path}: mcp.max_tool_iterations`,
    )
    await expect(
      loadSettings(write('zorkgpt.toml', '[llm]\nclient_base_url = "ftp://models.example.org"\n')),
    ).rejects.toThrow(`${path}: llm.client_base_url, line 2: Takes an address that begins with http:// or https://`)
  })
})

/** Tables and keys of the public ZorkGPT's file, with its values. */
const REFERENCE = `
[tool.zorkgpt.llm]
client_base_url = "https://openrouter.ai/api/v1"
agent_model = "deepseek/deepseek-v3.2-exp"
critic_model = "deepseek/deepseek-v3.2-exp"
info_ext_model = "google/gemma-3-27b-it"

[tool.zorkgpt.retry]
max_retries = 5
retry_on_timeout = true
timeout_seconds = 120.0

[tool.zorkgpt.agent_sampling]
temperature = 0.6
top_p = 0.95
top_k = 20
min_p = 0.0
max_tokens = 2000

[tool.zorkgpt.critic_sampling]
temperature = 0.1
[tool.zorkgpt.extractor_sampling]
temperature = 0.1
[tool.zorkgpt.memory_sampling]
memory_history_window = 3
[tool.zorkgpt.analysis_sampling]
top_k = 20

[tool.zorkgpt.gameplay]
turn_delay_seconds = 3.0
critic_rejection_threshold = -0.2
enable_critic = true
zork_game_workdir = "game_files"

[tool.zorkgpt.orchestrator]
max_turns_per_episode = 500
knowledge_update_interval = 100
enable_state_export = true

[tool.zorkgpt.objective_completion]
enable_llm_check = true
[tool.zorkgpt.simple_memory]
memory_file = "Memories.md"
[tool.zorkgpt.files]
json_log_file = "zork_episode_log.jsonl"
[tool.zorkgpt.loop_break]
max_turns_stuck = 40
`
