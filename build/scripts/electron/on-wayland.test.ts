import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../outputs.mjs'

const bin = mkdtempSync(join(tmpdir(), 'wayland-'))
afterAll(() => rmSync(bin, { recursive: true }))

/** `weston` is a script in place of the real program. */
function onWayland(weston: string, command: string) {
  writeFileSync(join(bin, 'weston'), `#!/bin/sh\n${weston}\n`, { mode: 0o755 })
  return spawnSync(process.execPath, [join(root, 'build/scripts/electron/on-wayland.mjs'), 'sh', '-c', command], {
    encoding: 'utf8',
    env: { ...process.env, DISPLAY: ':1', PATH: `${bin}${delimiter}${process.env.PATH}` },
  })
}

describe.runIf(process.platform === 'linux')('a command on a Wayland display', () => {
  it('runs with the Wayland display only, and ends with its exit status', () => {
    const { status, stdout } = onWayland(
      'touch "$XDG_RUNTIME_DIR/zorkgpt-wayland"; exec sleep 1000',
      'test -e "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" && echo "there${DISPLAY}"; exit 7',
    )
    expect({ status, stdout }).toEqual({ status: 7, stdout: 'there\n' })
  })

  it('fails without a display', () => {
    expect(onWayland('exit 0', 'echo ran')).toMatchObject({ status: 1, stdout: '' })
  })
})
