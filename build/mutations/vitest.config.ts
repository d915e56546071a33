import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config'
import config from '../../vitest.config'
import { ALL_BREAKS } from './list'
import { plant } from './planted-break'

/**
 * The tests with one mistake planted in a source, named by the variable PLANTED_BREAK. It is planted on the way from
 * the disk to the test: no file is changed, and neither the ordinary tests nor a build know of it.
 */
const root = resolve(import.meta.dirname, '../..')
const chosen = ALL_BREAKS.find(({ name }) => name === process.env.PLANTED_BREAK)
const path = chosen && join(root, chosen.file)

const plugin = {
  name: 'planted-break',
  enforce: 'pre' as const,
  load(id: string) {
    if (!chosen || !path || id.split('?')[0] !== path.replaceAll('\\', '/')) return null
    return plant(chosen, readFileSync(path, 'utf8'))
  },
}

// The module cache goes by the file on the disk: it would keep what was planted, and give it to the ordinary tests.
const fsModuleCache = false
const projects = ((config.test?.projects ?? []) as readonly UserWorkspaceConfig[]).map((project) => ({
  ...project,
  plugins: [...(project.plugins ?? []), plugin],
  test: { ...project.test, fsModuleCache },
}))
export default defineConfig({ root, test: { ...config.test, fsModuleCache, projects } })
