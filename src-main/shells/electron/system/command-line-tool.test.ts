import { mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linkCommand, linkCommandLine } from './command-line-tool'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'command-line-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(process.platform === 'win32')('the command line', () => {
  it('gets a link, which replaces a link of an older app', () => {
    const link = join(folder, 'zorkgpt')
    symlinkSync('/Volumes/old/zorkgpt', link)
    for (let time = 0; time < 2; time++) expect(linkCommandLine('/Applications/zorkgpt', link)).toBeNull()
    expect(readlinkSync(link)).toBe('/Applications/zorkgpt')
  })

  it('does not replace a file, and reports why it cannot be linked', () => {
    const file = join(folder, 'zorkgpt')
    writeFileSync(file, 'mine')
    expect(linkCommandLine('/Applications/zorkgpt', file)).toBe(`${file} exists and is not a link.`)
    expect(linkCommandLine('/Applications/zorkgpt', join(folder, 'none', 'zorkgpt'))).toContain('ENOENT')
    expect(linkCommand('/A b/zorkgpt', '/usr/local/bin/zorkgpt')).toBe(
      'sudo mkdir -p "/usr/local/bin" && sudo ln -sf "/A b/zorkgpt" "/usr/local/bin/zorkgpt"',
    )
  })
})
