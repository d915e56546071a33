// node build/scripts/package/manifests.mjs FOLDER OUT: writes the manifests of winget, Homebrew and Flathub for a
// release whose files and SHA256SUMS are in FOLDER. A maintainer submits them: docs/release.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../outputs.mjs'
import { identityOf } from './identity.mjs'

const DESCRIPTION = 'Watch an AI agent play interactive fiction'
const LICENSE = 'MIT'
const WINGET_SCHEMA = '1.10.0'
/** The newest Freedesktop runtime that Electron's base app supports. */
const FLATPAK_RUNTIME = '25.08'

if (import.meta.main) {
  const [folder, out] = process.argv.slice(2)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8')
  for (const [path, text] of Object.entries(manifestsOf({ version, sums, identity: identityOf() }))) {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    writeFileSync(join(out, path), text)
  }
}

/**
 * Returns texts by path. Throws if the release lacks a file that a manifest names.
 *
 * @param {{ version: string; sums: string; identity: import('./identity.mjs').Identity }} release
 * @returns {Readonly<Record<string, string>>}
 */
export function manifestsOf({ version, sums, identity }) {
  const { owner, project, homepage, appId } = identity
  const sumOf = (name) => {
    const [sum] = sums.split('\n').flatMap((line) => (line.endsWith(`  ${name}`) ? [line.split(' ')[0]] : []))
    if (!sum) throw new Error(`SHA256SUMS has no line for ${name}.`)
    return sum
  }
  const release = `${homepage}/releases/download/v${version}`
  const id = `${owner}.ZorkGPT`
  const winget = (type, lines) =>
    [
      `PackageIdentifier: ${id}`,
      `PackageVersion: ${version}`,
      ...lines,
      `ManifestType: ${type}`,
      `ManifestVersion: ${WINGET_SCHEMA}`,
      '',
    ].join('\n')
  const installer = (arch) => {
    const name = `ZorkGPT-${version}-setup-${arch}.exe`
    return [
      `  - Architecture: ${arch}`,
      `    InstallerUrl: ${release}/${name}`,
      `    InstallerSha256: ${sumOf(name).toUpperCase()}`,
    ]
  }
  const dmg = (arch) => sumOf(`ZorkGPT-${version}-mac-${arch}.dmg`)
  const archive = (arch, only) => {
    const name = `ZorkGPT-${version}-linux-${arch}.tar.gz`
    return [
      '      - type: archive',
      `        only-arches: [${only}]`,
      `        url: ${release}/${name}`,
      `        sha256: ${sumOf(name)}`,
    ]
  }
  return {
    [`winget/${id}.yaml`]: winget('version', ['DefaultLocale: en-US']),
    [`winget/${id}.installer.yaml`]: winget('installer', [
      'InstallerType: nullsoft',
      'Scope: user',
      'Commands: [zorkgpt]',
      'Installers:',
      ...installer('x64'),
      ...installer('arm64'),
    ]),
    [`winget/${id}.locale.en-US.yaml`]: winget('defaultLocale', [
      'PackageLocale: en-US',
      `Publisher: ${owner}`,
      'PackageName: ZorkGPT',
      `PackageUrl: ${homepage}`,
      `License: ${LICENSE}`,
      `ShortDescription: ${DESCRIPTION}`,
    ]),
    'homebrew/zorkgpt.rb': `cask "zorkgpt" do
  arch arm: "arm64", intel: "x64"

  version "${version}"
  sha256 arm:   "${dmg('arm64')}",
         intel: "${dmg('x64')}"

  url "${homepage}/releases/download/v#{version}/ZorkGPT-#{version}-mac-#{arch}.dmg"
  name "ZorkGPT"
  desc "${DESCRIPTION}"
  homepage "${homepage}"

  app "ZorkGPT.app"
  binary "#{appdir}/ZorkGPT.app/Contents/Resources/zorkgpt"

  zap trash: [
    "~/Library/Application Support/ZorkGPT",
    "~/Library/Caches/zorkgpt",
    "~/Library/Logs/ZorkGPT",
  ]
end
`,
    // Flatpak's sandbox hides the system's Node and Docker from MCP servers; the app's Node is inside.
    [`flathub/${appId}.yml`]: [
      `id: ${appId}`,
      'runtime: org.freedesktop.Platform',
      `runtime-version: '${FLATPAK_RUNTIME}'`,
      'sdk: org.freedesktop.Sdk',
      'base: org.electronjs.Electron2.BaseApp',
      `base-version: '${FLATPAK_RUNTIME}'`,
      'command: zorkgpt-desktop',
      'finish-args:',
      ...[
        '--share=ipc',
        '--share=network',
        '--socket=wayland',
        '--socket=fallback-x11',
        '--device=dri',
        '--talk-name=org.freedesktop.Notifications',
        '--talk-name=org.freedesktop.secrets',
        '--filesystem=xdg-documents',
      ].map((argument) => `  - ${argument}`),
      'modules:',
      `  - name: ${project}`,
      '    buildsystem: simple',
      '    build-commands:',
      '      - mkdir -p /app/lib/zorkgpt && cp -a . /app/lib/zorkgpt',
      `      - printf '#!/bin/sh\\nexec zypak-wrapper /app/lib/zorkgpt/zorkgpt-desktop "$@"\\n' > zorkgpt-desktop.sh`,
      '      - install -Dm755 zorkgpt-desktop.sh /app/bin/zorkgpt-desktop',
      `      - install -Dm644 resources/product/build/icons/linux/256x256.png /app/share/icons/hicolor/256x256/apps/${appId}.png`,
      `      - printf '${desktopEntry(appId).join('\\n')}\\n' > app.desktop`,
      `      - install -Dm644 app.desktop /app/share/applications/${appId}.desktop`,
      '    sources:',
      ...archive('x64', 'x86_64'),
      ...archive('arm64', 'aarch64'),
      '',
    ].join('\n'),
  }
}

/** The lines of the desktop entry, with the menu of the icon as in build/electron-builder.yml. */
const desktopEntry = (appId) => [
  '[Desktop Entry]',
  'Type=Application',
  'Name=ZorkGPT',
  'Exec=zorkgpt-desktop %U',
  `Icon=${appId}`,
  'Categories=Game;',
  'Actions=NewEpisode;NewWindow;',
  '[Desktop Action NewEpisode]',
  'Name=New Episode',
  'Exec=zorkgpt-desktop --new-episode',
  '[Desktop Action NewWindow]',
  'Name=New Window',
  'Exec=zorkgpt-desktop --new-window',
]
