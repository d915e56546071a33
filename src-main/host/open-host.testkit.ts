import { resolve } from 'node:path'
import { memorySecrets } from '../secrets/secret-store'
import { createHost, type Host } from './host'
import type { HostOptions } from './host-options'

/** Agrees to every program that the host's config names now. */
export async function agreeToAll({ api }: Host): Promise<void> {
  const programs = await api.listNewPrograms({ text: null })
  if (programs.length > 0) await api.agreeToPrograms({ fingerprints: programs.map(({ unagreed }) => unagreed) })
}

/** A host as a terminal has it, with the settings of no file. A fault that nobody waits for fails the test. */
export const openTestHost = (dataFolder: string, over: Partial<HostOptions> = {}): Promise<Host> =>
  createHost({
    shell: 'cli',
    appRoot: resolve(import.meta.dirname, '../..'),
    dataFolder,
    configFile: null,
    mcpConfigFile: null,
    env: { ...process.env, XDG_STATE_HOME: resolve(dataFolder, '.state') },
    secrets: memorySecrets(),
    now: () => new Date(),
    onFault: (error) => {
      throw error
    },
    ...over,
  })
