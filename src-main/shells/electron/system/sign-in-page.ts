/**
 * Opens the page of a sign-in in the system's browser. Checked once more at the last place, because the system would
 * start any program that an address names.
 */
export const signInPages =
  (openExternal: (address: string) => Promise<void>) =>
  async (address: string): Promise<void> => {
    const url = URL.canParse(address) ? new URL(address) : null
    const isOwn = url !== null && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
    if (url === null || (url.protocol !== 'https:' && !(isOwn && url.protocol === 'http:')))
      throw new Error('A sign-in is opened only at an https address, or on this computer.')
    await openExternal(url.href)
  }
