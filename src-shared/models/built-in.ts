/**
 * The address of the built-in endpoint, whose port changes at every start. Settings and logs have this address; the app
 * itself answers requests to it, so they never leave this computer.
 */
export const BUILT_IN_ADDRESS = 'http://this-computer.localhost/v1'

export const isBuiltIn = (baseUrl: string): boolean => /^http:\/\/this-computer\.localhost(?:[:/]|$)/i.test(baseUrl)
