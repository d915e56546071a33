// npm run lint: runs the formatter, oxlint, and the rules of build/lint, and prints all their findings.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { ensureNode24 } from './start-again.mjs'

const root = resolve(import.meta.dirname, '../..')
const FORMAT = [join(root, 'node_modules/oxfmt/bin/oxfmt'), '--list-different', '.']
const OXLINT = [join(root, 'node_modules/oxlint/bin/oxlint'), '--type-aware']

await ensureNode24()
const run = (args) => spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
const { wrongPlaces } = await import('../lint/rules.ts')

const unformatted = run(FORMAT)
  .stdout.split('\n')
  .filter((file) => file !== '')
const linted = run(OXLINT)
const wrong = [...unformatted.map((file) => `${file} is not formatted: run "npm run format".`), ...wrongPlaces()]
for (const sentence of wrong) console.error(sentence)
if (linted.status !== 0) console.error(linted.stdout, linted.stderr)
process.exitCode = wrong.length > 0 || linted.status !== 0 ? 1 : 0
