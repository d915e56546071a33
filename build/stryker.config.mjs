/** Configures `npm run mutate`, which adds the files and their tests. */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'build/stryker.vitest.config.ts' },
  concurrency: 2,
  ignoreStatic: true,
  reporters: ['clear-text', 'progress'],
  ignorePatterns: ['dist', 'docs', 'e2e', 'out', 'test-results'],
  // No test reads this file, and Stryker would rewrite it with an API that TypeScript 7 no longer has.
  tsconfigFile: 'none',
}
