import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { describeBytes } from '@shared/base/describe-bytes'
import { describeSettings, type SettingField, whyNotSetting } from '@shared/settings/describe-settings'
import { settings } from '@shared/settings/settings'
import { readSettingsFile, saveSettingsFile } from './settings-file'

const folder = mkdtempSync(join(tmpdir(), 'settings-file-'))
const file = join(folder, 'zorkgpt.toml')
const text = '# Mine\n[mcp]\nenabled = true # on\n\n[llm]\nagent_model = "a"\n'
beforeEach(() => writeFileSync(file, text))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the settings file', () => {
  it('is changed only where requested', async () => {
    const { version } = await readSettingsFile(file)
    const saved = await saveSettingsFile(file, version, [
      { path: 'llm.agent_model', value: 'b' },
      { path: 'mcp.enabled', value: null },
    ])
    expect(readFileSync(file, 'utf8')).toBe('# Mine\n[mcp]\n\n[llm]\nagent_model = "b"\n')
    expect(saved).toMatchObject({ given: { 'llm.agent_model': 'b' }, problems: [] })
  })

  it('is created by the first change', async () => {
    const fresh = join(folder, 'fresh.toml')
    await saveSettingsFile(fresh, '', [{ path: 'limits.tokens_per_episode', value: 1000 }])
    expect(readFileSync(fresh, 'utf8')).toBe('[limits]\ntokens_per_episode = 1000\n')
  })

  it('that another program changed is not overwritten', async () => {
    const { version } = await readSettingsFile(file)
    writeFileSync(file, `${text}# theirs\n`)
    await expect(saveSettingsFile(file, version, [{ path: 'mcp.enabled', value: false }])).rejects.toMatchObject({
      kind: 'changed_on_disk',
    })
    expect(readFileSync(file, 'utf8')).toContain('# theirs')
  })

  it('refuses an invalid value and stays unchanged', async () => {
    const { version } = await readSettingsFile(file)
    await expect(
      saveSettingsFile(file, version, [{ path: 'mcp.max_tool_iterations', value: 0 }]),
    ).rejects.toMatchObject({ kind: 'bad_file', message: expect.stringContaining('mcp.max_tool_iterations') })
    await expect(saveSettingsFile(file, version, [{ path: 'llm.api_key', value: 'sk-plain' }])).rejects.toThrow(
      /\$\{secret:NAME\}/,
    )
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('that is not TOML is reported with its line and never overwritten', async () => {
    writeFileSync(file, '[mcp]\nenabled = maybe\n')
    const { version, problems } = await readSettingsFile(file)
    expect(problems).toMatchObject([{ line: 2, path: null }])
    await expect(saveSettingsFile(file, version, [{ path: 'mcp.enabled', value: false }])).rejects.toMatchObject({
      kind: 'bad_file',
    })
  })

  it('names the line of a wrong value and of an unknown key', async () => {
    writeFileSync(file, '[mcp]\nmax_tool_iterations = 0\n\n[llm]\nmodel = "x"\n')
    expect((await readSettingsFile(file)).problems).toMatchObject([
      { line: 2, path: 'mcp.max_tool_iterations' },
      { line: 5, path: 'llm.model' },
    ])
  })
})

describe('a setting', () => {
  const fields = describeSettings().flatMap((group) => group.fields)

  it('has a name, a description that is a sentence, and a valid default', () => {
    expect(fields.length).toBeGreaterThan(30)
    for (const { path, title, description, default: byDefault } of fields) {
      expect(title).not.toBe('')
      expect(description, path).toMatch(/^[A-Z].*\.$/)
      expect(whyNotSetting(path, byDefault), path).toBeNull()
    }
    expect(Object.fromEntries(fields.map(({ path, default: value }) => [path, value]))).toMatchObject({
      'mcp.max_tool_iterations': 20,
      'llm.headers': {},
    })
  })

  it('has in the shipped file its default, or the shipped value of the schema', async () => {
    const { given, problems } = await readSettingsFile(join(import.meta.dirname, '../../../zorkgpt.toml'))
    const named = fields.map(({ path, default: value, shipped }) => [path, path in given ? (shipped ?? value) : value])
    expect(problems).toEqual([])
    expect(Object.fromEntries(named)).toMatchObject(given)
    for (const { path, shipped } of fields) if (shipped !== null) expect(given[path], path).toBe(shipped)
  })

  it('is documented in docs/settings.md as the schema describes it', () => {
    const document = readFileSync(join(import.meta.dirname, '../../../docs/settings.md'), 'utf8')
    for (const { table, fields: own } of describeSettings()) {
      expect(document).toContain(`### \`[${table}]\`\n\n${own.map(documented).join('\n')}\n`)
    }
    expect(Object.keys(settings.shape)).toEqual(describeSettings().map(({ table }) => table))
  })
})

/** A setting as an item of the document, wrapped at its 120 columns. */
function documented({ name, default: value, unit, input, description }: SettingField): string {
  const choices = input.kind === 'choice' ? input.options.map(({ title }) => `\`${title}\``).join(', ') : ''
  const given = `${shown(value)}${unit === null ? '' : ` ${unit}`}`
  const size = unit === 'bytes' && typeof value === 'number' ? `${describeBytes(value)}, ${given}` : given
  const words = `- \`${name}\` (${size}): ${description} ${choices}`.trim()
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined) lines.push(word)
    else if (line.length + 1 + word.length <= 120) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(`  ${word}`)
  }
  return lines.join('\n')
}

function shown(value: unknown): string {
  const isEmpty = value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)
  if (isEmpty) return 'none'
  return [value]
    .flat()
    .map((each) => (typeof each === 'string' ? `\`${each}\`` : String(each)))
    .join(', ')
}
