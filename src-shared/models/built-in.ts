/**
 * The address of the built-in endpoint, whose port changes at every start. Settings and logs name it; requests to it
 * are answered by the app itself, and never leave this computer.
 */
export const BUILT_IN_ADDRESS = 'http://this-computer.localhost/v1'

export const isBuiltIn = (baseUrl: string): boolean => /^http:\/\/this-computer\.localhost(?:[:/]|$)/i.test(baseUrl)
