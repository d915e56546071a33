/** The secret that holds the key of a provider, by the name of its profile: `openrouter` has OPENROUTER_API_KEY. */
export const keySecretOf = (profileName: string): string => `${profileName.toUpperCase()}_API_KEY`
