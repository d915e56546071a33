import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { skippedLines } from '../../build/scripts/plain-line'

/** Prints the last lines of a run: each skip reason once, and the counts. */
export default class PlainLine implements Reporter {
  private suite?: Suite
  private errors = 0
  onBegin(_c: FullConfig, suite: Suite) {
    this.suite = suite
  }
  onError() {
    this.errors++
  }
  onExit() {
    let passed = 0,
      failed = this.errors
    const reasons: string[] = []
    for (const t of this.suite?.allTests() ?? []) {
      const o = t.outcome()
      if (o === 'skipped') reasons.push(reasonOf(t))
      else if (o === 'unexpected') failed++
      else passed++
    }
    const lines = [...skippedLines(reasons), `${passed} passed, ${failed} failed, ${reasons.length} skipped`]
    process.stdout.write(`\n${lines.join('\n')}\n`)
    return Promise.resolve()
  }
}

/**
 * The reason why a test is skipped. A test also counts as skipped if a test on which it depends failed, or if the run
 * ended before it.
 */
function reasonOf(test: TestCase): string {
  const annotations = [...test.annotations, ...test.results.flatMap((result) => result.annotations)]
  const skip = annotations.find(({ type }) => type === 'skip' || type === 'fixme')
  return (
    skip?.description ?? (skip ? `no reason is given for "${test.title}"` : 'they were not run, because others failed')
  )
}
