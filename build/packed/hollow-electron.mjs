// Replaces Electron's folder for electron-builder (`electronDist`). Its program is a script. With ELECTRON_RUN_AS_NODE,
// the script runs this Node; otherwise it runs build/standin with the app in resources/app, to which resources/app.asar
// must be unpacked. If HOLLOW_ELECTRON_SAYS names a file, the script writes its arguments there, one per line, and
// ends.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { electronVersion } from '../scripts/electron/electron-binary.mjs'
import { root } from '../scripts/outputs.mjs'

/**
 * @electron/fuses searches a program for this text, followed by a version byte, a length byte, and one byte per fuse.
 */
export const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

const program = `#!/bin/sh
# ${FUSE_SENTINEL}\u0001\u0009000000000
[ -z "$ELECTRON_RUN_AS_NODE" ] || exec '${process.execPath}' "$@"
[ -z "$HOLLOW_ELECTRON_SAYS" ] || { printf '%s\\n' "$@" > "$HOLLOW_ELECTRON_SAYS"; exit; }
folder=$(dirname -- "$(readlink -f -- "$0")")
export STANDIN_RESOURCES="$folder/resources"
exec '${process.execPath}' --import='${join(root, 'build/standin/register.mjs')}' \\
  "$STANDIN_RESOURCES/app/out/main/index.js" "$@"
`

/** Fills the folder and returns it. */
export function hollowElectron(folder) {
  for (const name of ['resources', 'locales']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'chrome-sandbox'), '', { mode: 0o755 })
  writeFileSync(join(folder, 'electron'), program, { mode: 0o755 })
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak']) writeFileSync(join(folder, name), '')
  writeFileSync(join(folder, 'version'), electronVersion)
  return folder
}
