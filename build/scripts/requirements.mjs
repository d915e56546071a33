// npm run requirements [-- REPORT.json]: prints each acceptance criterion (R1.1 to R15.5) and property (P1 to P48) with
// the tests that name it in their titles, and their results. It runs the unit tests, or reads a report of vitest's JSON
// reporter. It fails if a criterion has no test or a failing one.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { findNode24 } from './node24.mjs'
import { root } from './outputs.mjs'

/** The number of acceptance criteria of each requirement, in order. */
const CRITERIA = [5, 6, 7, 7, 10, 10, 5, 6, 5, 5, 5, 5, 5, 5, 5]
const PROPERTIES = 48

const numbers = [
  ...CRITERIA.flatMap((count, requirement) => range(1, count).map((criterion) => `R${requirement + 1}.${criterion}`)),
  ...range(1, PROPERTIES).map((property) => `P${property}`),
]
const tests = readTests(process.argv[2] ? resolve(process.argv[2]) : runTests())
const rows = numbers.map((number) =>
  rowOf(
    number,
    tests.filter(({ names }) => names.has(number)),
  ),
)

for (const { number, result, proofs } of rows) {
  console.log(
    `${number.padEnd(6)} ${result.padEnd(7)} ${proofs.map(({ file, title, status }) => `${file}: ${title}${status === 'passed' ? '' : ` [${status}]`}`).join('\n'.padEnd(16)) || '-'}`,
  )
}
const unknown = tests.flatMap(({ file, title, names }) =>
  [...names].filter((name) => !numbers.includes(name)).map((name) => `${name}, named in ${file}: ${title}`),
)
const unproven = rows.filter(({ result }) => result !== 'passed')
console.log(
  `\n${rows.length - unproven.length} of ${rows.length} proven by ${tests.filter(({ names }) => names.size > 0).length} tests`,
)
for (const { number, result } of unproven)
  console.log(`${number}: ${result === 'none' ? 'no executed test names it' : 'a test that names it fails'}`)
for (const line of unknown) console.log(`There is no ${line}`)
process.exitCode = unproven.length + unknown.length > 0 ? 1 : 0

/** A skipped test proves nothing. */
function rowOf(number, proofs) {
  const statuses = new Set(proofs.map(({ status }) => status))
  const result = ['failed', 'passed'].find((status) => statuses.has(status)) ?? 'none'
  return { number, proofs, result }
}

function runTests() {
  const report = join(root, 'node_modules/.cache/requirements.json')
  mkdirSync(dirname(report), { recursive: true })
  rmSync(report, { force: true })
  try {
    execFileSync(
      findNode24(),
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', `--outputFile=${report}`],
      { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
    )
  } catch {
    // Failed tests are in the report.
  }
  return report
}

function readTests(report) {
  return JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, title, status }) => ({
      file: relative(root, file).replaceAll('\\', '/'),
      title,
      status,
      names: namesIn(fullName),
    })),
  )
}

/** Numbers in a title, alone or as a range: "R5.7–R5.9", "P41–P44". */
function namesIn(title) {
  const criteria = [...title.matchAll(/\bR(\d+)\.(\d+)(?:[–-]R?(?:\1\.)?(\d+))?/g)].flatMap(
    ([, requirement, from, to = from]) =>
      range(Number(from), Number(to)).map((criterion) => `R${requirement}.${criterion}`),
  )
  const properties = [...title.matchAll(/\bP(\d+)\b(?:[–-]P?(\d+))?/g)].flatMap(([, from, to = from]) =>
    range(Number(from), Number(to)).map((property) => `P${property}`),
  )
  return new Set([...criteria, ...properties])
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
