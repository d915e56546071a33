import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runCommand } from './tests/command.testkit'

const folder = mkdtempSync(join(tmpdir(), 'cli-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

const config = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runCommand(['config', ...words], { cwd: folder, env })

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('zorkgpt config', () => {
  it('check accepts the shipped files', async () => {
    expect(await config(['check'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^No problems in /),
      stderr: '',
    })
  })

  it('check reports file, line, column and reason of every fault in both files', async () => {
    const settings = write('zorkgpt.toml', '[mcp]\nenabled = true\n  max_tool_iterations = 0\n\n[llm]\nmodel = "x"\n')
    const servers = write(
      'mcp.json',
      '{ "mcpServers": {\n  "a": { "command": "node", "env": { "T": "${secret:MISSING}" } }\n} }',
    )
    const { status, stdout } = await config(['check', '--config', settings, '--mcp-config', servers])
    expect(status).toBe(2)
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(`^${settings}:3:3: mcp.max_tool_iterations: `),
      expect.stringMatching(`^${settings}:6:1: llm.model: `),
      expect.stringMatching(`^${servers}:2:\\d+: server "a": .*no such secret.*ZORKGPT_SECRET_MISSING`),
      '',
    ])
    expect(
      JSON.parse((await config(['check', '--config', settings, '--mcp-config', servers, '--json'])).stdout),
    ).toMatchObject({ ok: false, problems: [{ line: 3 }, { line: 6 }, { file: servers }] })
  })

  it('check and show list the servers of both files, with the line of each and of each fault', async () => {
    const tables =
      '[mcp.lamp]\ntransport = "stdio"\ncommand = ["lamp-server", "--key", "plugh"]\nenvironment = { LAMP_TOKEN = "env:LAMP_TOKEN" }\n\n[mcp.both]\nurl = "ftp://example.org"\n'
    const servers = write(
      'both.json',
      '{ "mcpServers": {\n  "both": { "command": "b" },\n  "own": { "command": "o" }\n} }',
    )
    for (const [name, text] of [
      ['zorkgpt-servers.toml', `[mcp]\nenabled = true\n\n${tables}`],
      ['pyproject.toml', `[tool.zorkgpt.mcp]\nenabled = true\n\n${tables.replaceAll('[mcp', '[tool.zorkgpt.mcp')}`],
    ] as const) {
      const settings = write(name, text)
      const { status, stdout } = await config(['check', '--config', settings, '--mcp-config', servers])
      expect(status).toBe(2)
      expect(stdout.trimEnd().split('\n')).toEqual([
        expect.stringContaining(
          `${settings}:7:1: server "lamp": \`env\` uses \${env:LAMP_TOKEN}`.replace('${env:', '${'),
        ),
        expect.stringContaining(`${settings}:10:1: server "both": \`url\` must begin with http`),
        expect.stringContaining(`${settings}:9:1: server "both": it is also defined in ${servers}, line 2`),
        expect.stringContaining(`${servers}:2:1: server "both": it is also defined in ${settings}, line 9`),
      ])
      const shown = await config(['show', '--config', settings, '--mcp-config', servers], { LAMP_TOKEN: 'xyzzy-12345' })
      expect(shown.stdout).toContain(`server      lamp = "lamp-server --key •••", ${settings}:4`)
      expect(shown.stdout).toContain(`server      own = "o", ${servers}:3`)
      expect(shown.stdout).not.toMatch(/plugh|xyzzy/)
      expect(
        JSON.parse(
          (
            await config(['show', '--config', settings, '--mcp-config', servers, '--json'], {
              LAMP_TOKEN: 'xyzzy-12345',
            })
          ).stdout,
        ),
      ).toMatchObject({
        servers: [
          { server: 'both', unused: expect.stringContaining('defined in') },
          { server: 'own' },
          { server: 'lamp', file: settings, line: 4, unused: null },
        ],
      })
    }
  })

  it('check reports where a file is not TOML, and that a named file is missing', async () => {
    const broken = write('broken.toml', '[mcp]\nenabled = maybe\n')
    expect(await config(['check', '--config', broken])).toMatchObject({
      status: 2,
      stdout: expect.stringContaining(`${broken}:2:`),
    })
    expect(await config(['check', '--config', 'none.toml'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('none.toml'),
    })
  })

  it('check and show print one line for each finding, whatever a foreign file contains', async () => {
    const name = String.raw`lamp\u001b[2K\u202e\nNo problems`
    const servers = write(
      'hostile.json',
      `{ "mcpServers": { "${name}": { "command": 5, "url": "${'x'.repeat(5000)}" } } }`,
    )
    const settings = write(
      'hostile.toml',
      String.raw`[llm]
agent_model = "m\u001b[2Jx\u202e\n"
"\u001b[8mkey\nline" = 1
`,
    )
    const { stdout } = await config(['check', '--config', settings, '--mcp-config', servers])
    expect(stdout).toContain(String.raw`server "lamp\u{1b}[2K\u{202e}\u{a}No problems"`)
    for (const line of stdout.trimEnd().split('\n'))
      expect(line).toMatch(/^\/?.*hostile\.(?:json|toml):\d+:\d+: .{0,1200}$/)
    const model = write(
      'model.toml',
      String.raw`[llm]
agent_model = "m\u001b[2Jx\u202e\n"
`,
    )
    const shown = await config(['show', '--config', model])
    expect(shown.stdout + stdout).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
    expect(shown.stdout).toContain('llm.agent_model = "m')
  })

  it('show prints every value and its source, and no secret', async () => {
    const settings = write(
      'own.toml',
      '[llm]\nagent_model = "from-file"\nclient_base_url = "https://models.example.org/v1"\nheaders = { Authorization = "Bearer written-out" }\n',
    )
    const env = { OPENAI_API_KEY: 'sk-from-the-environment' }
    const { status, stdout } = await config(['show', '--config', settings, '--turns', '7', '--json'], env)
    expect(status).toBe(0)
    const { settings: shown } = JSON.parse(stdout) as {
      settings: readonly { setting: string; value: unknown; source: string }[]
    }
    const of = (name: string) => shown.find(({ setting }) => setting === name)
    expect(of('llm.agent_model')).toMatchObject({ value: 'from-file', source: 'file' })
    expect(of('orchestrator.max_turns_per_episode')).toMatchObject({ value: 7, source: 'flag', unit: 'turns' })
    expect(of('mcp.max_tool_iterations')).toMatchObject({ value: 20, source: 'default' })
    expect(of('llm.api_key')).toMatchObject({ value: '•••', source: 'environment' })
    const text = await config(['show', '--config', settings], env)
    expect(stdout + text.stdout).not.toMatch(/written-out|sk-from/)
    expect(text.stdout).toContain('file        llm.agent_model = "from-file"')
  })

  it('requires an action', async () => {
    expect(await config([])).toMatchObject({ status: 2, stderr: expect.stringContaining('config check') })
  })
})
