/** One line for each reason for which tests were skipped, with their number. */
export function skippedLines(reasons: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([reason, count]) => `skipped: ${reason} (${count} test${count === 1 ? '' : 's'})`)
}
