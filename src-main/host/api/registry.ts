import { ExpectedError } from '@shared/base/expected-error'
import type { RegistryApi } from '@shared/contract/registry'
import type { Settings } from '@shared/settings/settings'
import { listVersions, searchRegistry } from '../../mcp/registry/search-registry'

/** A page may ask only registries that the user named. */
export function registryApi(settings: () => Settings['mcp']): RegistryApi {
  const named = (registry: string): string => {
    if (settings().registries.includes(registry)) return registry
    throw new ExpectedError('not_found', 'The settings name no such registry.')
  }
  return {
    listRegistries: async () => settings().registries,
    async *searchRegistry({ registry, search, cursor }, signal) {
      yield await searchRegistry(named(registry), search, cursor, signal)
    },
    async *listRegistryVersions({ registry, name }, signal) {
      yield await listVersions(named(registry), name, signal)
    },
  }
}
