import { resolve } from 'node:path'
import { memorySecrets } from '../secrets/secret-store'
import { createHost, type Host, type HostOptions } from './host'

/** Consents to every program in the host's config. */
export async function agreeToAll({ api }: Host): Promise<void> {
  const programs = await api.listNewPrograms({ text: null })
  if (programs.length > 0) await api.agreeToPrograms({ fingerprints: programs.map(({ unagreed }) => unagreed) })
}

/** A host as in a terminal, without a settings file. An uncaught error fails the test. */
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
