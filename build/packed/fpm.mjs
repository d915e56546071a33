// Replaces fpm, which is not available everywhere. It builds a deb with dpkg-deb, or an rpm with rpmbuild, from the
// arguments that electron-builder passes to fpm, and refuses unknown options.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const one = (names) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
const { values: given, positionals: contents } = parseArgs({
  allowPositionals: true,
  options: {
    input: { type: 'string', short: 's' },
    type: { type: 'string', short: 't' },
    depends: { type: 'string', short: 'd', multiple: true, default: [] },
    directories: { type: 'string', multiple: true, default: [] },
    force: { type: 'boolean' },
    ...one(['name', 'version', 'architecture', 'maintainer', 'vendor', 'url', 'license', 'description', 'package']),
    ...one(['after-install', 'after-remove', 'deb-priority', 'deb-compression', 'deb-recommends']),
    ...one(['rpm-summary', 'rpm-os', 'rpm-compression']),
  },
})

const MAKERS = { deb: makeDeb, rpm: makeRpm }
const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-fpm-'))
const tree = join(folder, 'tree')
try {
  for (const pair of contents) put(...pair.split('='))
  MAKERS[given.type]()
} finally {
  rmSync(folder, { recursive: true })
}

/** A trailing slash of the source means the contents of the folder. */
function put(from, to) {
  const target = join(tree, to)
  mkdirSync(dirname(target), { recursive: true })
  cpSync(from, target, { recursive: true, verbatimSymlinks: true })
}

function makeDeb() {
  const control = {
    Package: given.name,
    Version: given.version,
    Architecture: given.architecture,
    Maintainer: given.maintainer,
    Depends: given.depends.join(', '),
    Recommends: given['deb-recommends'],
    Section: 'default',
    Priority: given['deb-priority'],
    Homepage: given.url,
    Description: given.description,
  }
  mkdirSync(join(tree, 'DEBIAN'))
  const lines = Object.entries(control).map(([key, value]) => `${key}: ${value}\n`)
  writeFileSync(join(tree, 'DEBIAN/control'), lines.join(''))
  for (const [script, name] of [
    ['after-install', 'postinst'],
    ['after-remove', 'postrm'],
  ]) {
    cpSync(given[script], join(tree, 'DEBIAN', name))
    execFileSync('chmod', ['755', join(tree, 'DEBIAN', name)])
  }
  const args = ['--root-owner-group', `-Z${given['deb-compression']}`, '--build', tree, given.package]
  execFileSync('dpkg-deb', args, { stdio: 'inherit' })
}

/** Like fpm: a folder belongs to the package only if `--directories` names it or a parent. */
function makeRpm() {
  const entries = readdirSync(tree, { recursive: true, withFileTypes: true }).map((entry) => ({
    path: join(entry.parentPath, entry.name).slice(tree.length),
    isFolder: entry.isDirectory(),
  }))
  const owned = (path) => given.directories.some((own) => path === own || path.startsWith(`${own}/`))
  const spec = `Name: ${given.name}
Version: ${given.version}
Release: 1
Summary: ${given['rpm-summary']}
License: ${given.license}
Vendor: ${given.vendor}
URL: ${given.url}
AutoReqProv: no
${given.depends.map((name) => `Requires: ${name}\n`).join('')}
%define _binary_payload w2.xzdio
%description
${given.description}
%post
${readFileSync(given['after-install'], 'utf8')}
%postun
${readFileSync(given['after-remove'], 'utf8')}
%files
%defattr(-,root,root,-)
${entries
  .filter(({ path, isFolder }) => !isFolder || owned(path))
  .map(({ path, isFolder }) => `${isFolder ? '%dir ' : ''}"${path}"\n`)
  .join('')}`
  writeFileSync(join(folder, 'zorkgpt.spec'), spec)
  const defined = [`_topdir ${folder}`, `_rpmdir ${folder}`, '_build_name_fmt made.rpm', '__spec_install_post true']
  const args = ['-bb', '--quiet', '--target', `${given.architecture}-unknown-${given['rpm-os']}`, '--buildroot', tree]
  const defines = defined.flatMap((definition) => ['--define', definition])
  execFileSync('rpmbuild', [...args, ...defines, join(folder, 'zorkgpt.spec')], { stdio: 'inherit' })
  cpSync(join(folder, 'made.rpm'), given.package)
}
