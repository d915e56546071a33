import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

it('the web shell ends if its launcher is gone before it starts', async () => {
  const data = mkdtempSync(join(tmpdir(), 'launcher-gone-'))
  const shell = spawn(process.execPath, [resolve(import.meta.dirname, '../../out/main/web.js'), '--data', data], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => {
    shell.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  })
  shell.disconnect()
  expect(await once(shell, 'exit')).toEqual([0, null])
})
