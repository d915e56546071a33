import { z } from 'zod'
import type { RegistryPage } from '../mcp/registry/registry-server'
import { type ApiOf, command, feed, none } from './define'

const address = z.string().max(2000)

/** MCP registries. A feed has one batch; closing it cancels the request. Refused with `not_found` or `not_received`. */
export const registry = {
  /** Addresses of the registries in the settings, in their order. */
  listRegistries: command(none).gives<readonly string[]>(),
  /** Servers whose names contain the text. `registry` is one of the settings; `cursor` comes from the previous page. */
  searchRegistry: feed(
    z.object({ registry: address, search: z.string().max(200), cursor: z.string().min(1).max(2000).nullable() }),
  ).gives<RegistryPage>(),
  listRegistryVersions: feed(z.object({ registry: address, name: z.string().min(1).max(300) })).gives<RegistryPage>(),
}
export type RegistryApi = ApiOf<typeof registry>
