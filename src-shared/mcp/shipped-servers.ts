/** Whether an entry that runs the server starts without the user's consent, and the variables that it may set then. */
type ShippedServer =
  | { readonly startsWithoutConsent: false }
  | { readonly startsWithoutConsent: true; readonly allowedVariables: readonly string[] }

/** The MCP servers that ship with the app, each as `out/servers/NAME.js`. */
export const SHIPPED_SERVERS: Readonly<Record<string, ShippedServer>> = {
  thoughtbox: { startsWithoutConsent: true, allowedVariables: ['DISABLE_THOUGHT_LOGGING'] },
  'text-adventure': { startsWithoutConsent: false },
  zorkgpt: { startsWithoutConsent: false },
}
