// Packs the app like `npm run package`, but with an empty Electron, and checks the result in a few seconds and without
// a network: the schema of the configuration, the archive, the files beside it, the fuses and the command line.
// packaging.test.ts, which `npm run package:check` runs first, checks the configuration of installers. Installers and
// signing are not checked.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import asar from '@electron/asar'
import { FUSE_SENTINEL, hollowElectron } from '../packed/hollow-electron.mjs'
import { root, servers } from './outputs.mjs'

const FUSES = ['runAsNode', 'cookieEncryption', 'nodeOptions', 'nodeCliInspect', 'asarIntegrity', 'onlyLoadAppFromAsar']
const wantedFuses = {
  runAsNode: '1',
  nodeOptions: '1',
  nodeCliInspect: '0',
  asarIntegrity: '1',
  onlyLoadAppFromAsar: '1',
}

const ownPackage = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const temporary = mkdtempSync(join(tmpdir(), 'zorkgpt-pack-'))
const ownEnvironment = { ...process.env, ZORKGPT_HOME: temporary, XDG_STATE_HOME: temporary }
try {
  const electronDist = hollowElectron(join(temporary, 'electron'))
  const own = [`-c.electronDist=${electronDist}`, `-c.directories.output=${join(temporary, 'dist')}`]
  execFileSync(
    process.execPath,
    [join(root, 'build/scripts/package/package.mjs'), '--linux', 'dir', '--publish', 'never', ...own],
    { stdio: 'inherit' },
  )
  const packed = join(temporary, 'dist/linux-unpacked')
  const archived = checkArchive(join(packed, 'resources/app.asar'))
  assert(!existsSync(join(packed, 'resources/app-update.yml')), 'an unsigned app has the address of its updates')
  await checkBeside(join(packed, 'resources/product'))
  checkFuses(readFileSync(join(packed, 'zorkgpt-desktop')))
  if (process.platform !== 'win32') checkCommand(packed)
  console.log(
    `packed: ${archived} files in app.asar, ${servers.length} servers and the command line beside it answer, fuses as configured`,
  )
} finally {
  rmSync(temporary, { recursive: true, force: true })
}

function checkArchive(file) {
  const names = asar.listPackage(file, {}).map((name) => name.replaceAll('\\', '/'))
  for (const wanted of [
    '/package.json',
    '/LICENSE',
    '/out/main/index.js',
    '/out/main/game-worker.js',
    '/out/main/spawn-thread.js',
    '/out/main/work-thread.js',
    '/out/preload/preload.cjs',
    '/out/renderer/index.html',
  ])
    assert(names.includes(wanted), `app.asar lacks ${wanted}`)
  const unwanted = names.filter((name) => /^\/(node_modules|src-|e2e|design)|\.map$|\.test\./.test(name))
  assert.deepEqual(unwanted, [], 'app.asar has unexpected files')
  const packedAs = JSON.parse(asar.extractFile(file, 'package.json').toString())
  assert.equal(packedAs.repository, ownPackage.repository, 'app.asar lacks the repository')
  return names.length
}

/** Checks the files beside the archive, and that the servers start without any other file of the app. */
async function checkBeside(product) {
  for (const wanted of [
    'package.json',
    'mcp_config.json',
    'zorkgpt.toml',
    'build/story/demo.jsonl.gz',
    'build/story/zork/zork1.z3',
    'build/story/zork/LICENSE-zork.txt',
    'build/icons/linux/256x256.png',
    'out/replay/replay.html',
  ])
    assert(existsSync(join(product, wanted)), `${wanted} is not beside the archive`)
  for (const server of servers) await checkServer(join(product, `out/servers/${server}.js`))
}

async function checkServer(file) {
  const server = spawn(process.execPath, [file], { cwd: temporary, stdio: ['pipe', 'pipe', 'ignore'], timeout: 10_000 })
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'check-package', version: '1' },
  }
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  const [answer] = await Promise.race([once(server.stdout, 'data'), once(server, 'close').then(() => [''])])
  server.stdin.end()
  assert.match(String(answer), /"serverInfo"/, `${file} does not answer as an MCP server`)
}

function checkCommand(packed) {
  // Called through a link, as from a folder on the PATH.
  const command = join(temporary, 'zorkgpt')
  symlinkSync(join(packed, 'zorkgpt'), command)
  const run = (...args) => execFileSync(command, args, { cwd: temporary, encoding: 'utf8', env: ownEnvironment })
  assert.equal(run('--version').trim(), ownPackage.version)
  const played = ['--player', 'explorer', '--turns', '2', '--data', join(temporary, 'episodes')]
  assert.equal(JSON.parse(run('play', '--game', 'glass-weather', ...played, '--json').trim()).turns, 2)
}

function checkFuses(binary) {
  const wire = binary
    .subarray(binary.indexOf(FUSE_SENTINEL) + FUSE_SENTINEL.length + 2)
    .toString('latin1', 0, FUSES.length)
  for (const [name, wanted] of Object.entries(wantedFuses))
    assert.equal(wire[FUSES.indexOf(name)], wanted, `fuse ${name}`)
}
