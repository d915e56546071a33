import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../outputs.mjs'
import { identityOf } from './identity.mjs'
import { notesOf, whyNotRelease } from './release.mjs'

const changelog = '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-01-01\n\n### Added\n\n- A door.\n\n## [1.1.0]\n'
const script = join(root, 'build/scripts/package/release.mjs')

it('a tag with the version, notes and an owner may be released', () => {
  const release = { version: '1.2.0', changelog, isPlaceholder: false }
  expect(whyNotRelease('v1.2.0', release)).toEqual([])
  expect(whyNotRelease('v1.2.1', release)).toEqual([expect.stringContaining('v1.2.1')])
  expect(whyNotRelease('v1.1.0', { ...release, version: '1.1.0' })).toEqual([expect.stringContaining('## [1.1.0]')])
  expect(whyNotRelease('v1.2.0', { ...release, isPlaceholder: true })).toEqual([
    expect.stringContaining('"repository"'),
  ])
})

it('the notes of a release are its section of the changelog', () => {
  expect(notesOf('1.2.0', changelog)).toBe('### Added\n\n- A door.')
  expect(notesOf('1.1.0', changelog)).toBeNull()
  expect(notesOf('2.0.0', changelog)).toBeNull()
})

it('the workflow stops with the placeholder repository', () => {
  const { status, stderr } = spawnSync(process.execPath, [script, 'check', 'v0.0.0'], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr.includes('"repository"')).toBe(identityOf().isPlaceholder)
})

it('sums have the format of sha256sum', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-sums-'))
  try {
    writeFileSync(join(folder, 'a.deb'), 'abc')
    for (const _again of [1, 2]) execFileSync(process.execPath, [script, 'sums', folder])
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.deb\n',
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
