import { defineConfig } from 'vitest/config'

/** npm run package:try: installs and tests packages. It takes minutes, and needs tools that not every machine has. */
export default defineConfig({
  test: {
    include: ['build/packed/*.try.ts'],
    reporters: ['verbose', './build/scripts/plain-line.ts'],
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
})
