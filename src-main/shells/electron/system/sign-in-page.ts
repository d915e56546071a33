/** Enough for a person with several servers, and few enough that a page cannot fill the browser with tabs. */
const MAX_A_MINUTE = 5
const MINUTE_MS = 60_000

/**
 * Opens the page of a sign-in in the system's browser. The address is checked here again, because the system would
 * start any program that an address names. Rejects beyond `MAX_A_MINUTE`; the window then shows the address.
 */
export function signInPages(
  openExternal: (address: string) => Promise<void>,
  now: () => number,
): (address: string) => Promise<void> {
  let opened: readonly number[] = []
  return async (address) => {
    const url = URL.canParse(address) ? new URL(address) : null
    const isOwn = url !== null && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
    if (url === null || (url.protocol !== 'https:' && !(isOwn && url.protocol === 'http:')))
      throw new Error('A sign-in is opened only at an https address, or on this computer.')
    const at = now()
    opened = opened.filter((before) => at - before < MINUTE_MS)
    if (opened.length >= MAX_A_MINUTE) throw new Error('Too many sign-ins were opened within a minute.')
    opened = [...opened, at]
    await openExternal(url.href)
  }
}
