/**
 * The MCP servers that ship with the app, each as `out/servers/NAME.js`. `trustedVariables`: the variables that an
 * entry may set and still start without consent; null: an entry needs consent like any other program.
 */
export const SHIPPED_SERVERS: Readonly<Record<string, { readonly trustedVariables: readonly string[] | null }>> = {
  thoughtbox: { trustedVariables: ['DISABLE_THOUGHT_LOGGING'] },
  'text-adventure': { trustedVariables: null },
  zorkgpt: { trustedVariables: null },
}
