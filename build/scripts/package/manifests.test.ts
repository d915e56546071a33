import { expect, it } from 'vitest'
import { identityOf } from './identity.mjs'
import { manifestsOf } from './manifests.mjs'

const VERSION = '1.2.0'
const identity = identityOf({ repository: 'github:someone/zorkgpt', author: 'A' })
const NAMES = [
  'setup-x64.exe',
  'setup-arm64.exe',
  'mac-x64.dmg',
  'mac-arm64.dmg',
  'linux-x64.tar.gz',
  'linux-arm64.tar.gz',
].map((rest) => `ZorkGPT-${VERSION}-${rest}`)
const sumOf = (name: string) => NAMES.indexOf(name).toString(16).repeat(64)
const sums = NAMES.map((name) => `${sumOf(name)}  ${name}\n`).join('')

it('name each installer with its checksum, in the form of winget, Homebrew and Flathub', () => {
  const manifests = manifestsOf({ version: VERSION, sums, identity })
  expect(Object.keys(manifests)).toEqual([
    'winget/someone.ZorkGPT.yaml',
    'winget/someone.ZorkGPT.installer.yaml',
    'winget/someone.ZorkGPT.locale.en-US.yaml',
    'homebrew/zorkgpt.rb',
    'flathub/io.github.someone.zorkgpt.yml',
  ])
  const all = Object.values(manifests).join('\n').toLowerCase()
  for (const name of NAMES) expect(all).toContain(sumOf(name))
  expect(manifests['winget/someone.ZorkGPT.installer.yaml']).toContain(
    `  - Architecture: x64
    InstallerUrl: https://github.com/someone/zorkgpt/releases/download/v1.2.0/ZorkGPT-1.2.0-setup-x64.exe
    InstallerSha256: ${sumOf('ZorkGPT-1.2.0-setup-x64.exe')}
`,
  )
  expect(manifests['flathub/io.github.someone.zorkgpt.yml']).toContain(
    `        url: https://github.com/someone/zorkgpt/releases/download/v1.2.0/ZorkGPT-1.2.0-linux-arm64.tar.gz
        sha256: ${sumOf('ZorkGPT-1.2.0-linux-arm64.tar.gz')}
`,
  )
})

it('are not made for a release that lacks an installer', () => {
  expect(() => manifestsOf({ version: VERSION, sums: sums.slice(70), identity })).toThrow('ZorkGPT-1.2.0-setup-x64.exe')
})
