/** Whether an entry for this server starts without the user's consent, and which variables it may then set. */
type ShippedServer =
  | { readonly startsWithoutConsent: false }
  | { readonly startsWithoutConsent: true; readonly allowedVariables: readonly string[] }

/** The MCP servers that ship with the app, each as `out/servers/NAME.js`. */
export const SHIPPED_SERVERS: Readonly<Record<string, ShippedServer>> = {
  thoughtbox: { startsWithoutConsent: true, allowedVariables: ['DISABLE_THOUGHT_LOGGING'] },
  'text-adventure': { startsWithoutConsent: false },
  zorkgpt: { startsWithoutConsent: false },
}
