import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const alias = { '@shared': resolve(import.meta.dirname, 'src-shared') }

// No isolation: a new module graph per file costs ten times the tests themselves. Every test cleans up after itself.
export default defineConfig({
  test: {
    isolate: false,
    reporters: ['default', './build/scripts/plain-line.ts'],
    testTimeout: 20_000,
    projects: [
      { resolve: { alias }, test: { name: 'node', environment: 'node', isolate: false, include: ['src-shared/**/*.test.ts', 'src-main/**/*.test.ts', 'build/**/*.test.ts'] } },
      { resolve: { alias }, plugins: [react()], test: { name: 'dom', environment: 'happy-dom', isolate: false, include: ['src-renderer/**/*.test.{ts,tsx}'] } },
    ],
  },
})
