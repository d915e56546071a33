import { ExpectedError } from '@shared/base/expected-error'
import type { BundlesApi } from '@shared/contract/bundles'
import type { RegistryApi } from '@shared/contract/registry'
import type { Settings } from '@shared/settings/settings'
import type { Bundles } from '../../mcp/bundle/bundles'
import { listVersions, searchRegistry } from '../../mcp/registry/search-registry'

/** A page can query only registries that are in the settings. */
export function registryApi(
  settings: () => Settings['mcp'],
  bundles: Pick<Bundles, 'download'>,
): RegistryApi & Pick<BundlesApi, 'downloadBundle'> {
  const named = (registry: string): string => {
    if (settings().registries.includes(registry)) return registry
    throw new ExpectedError('not_found', `The registry ${registry} is not in the settings.`)
  }
  return {
    listRegistries: async () => settings().registries,
    async *searchRegistry({ registry, search, cursor }, signal) {
      yield await searchRegistry(named(registry), search, cursor, signal)
    },
    async *listRegistryVersions({ registry, name }, signal) {
      yield await listVersions(named(registry), name, signal)
    },
    async *downloadBundle(source, signal) {
      named(source.registry)
      yield* bundles.download(source, signal)
    },
  }
}
