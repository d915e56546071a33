/** Kinds of endpoints with known differences, see src-main/llm/profiles.ts. */
export const PROFILE_NAMES = [
  'openai',
  'openrouter',
  'anthropic',
  'gemini',
  'mistral',
  'azure',
  'deepseek',
  'groq',
  'xai',
  'together',
  'github',
  'ollama',
  'lmstudio',
  'llamacpp',
  'vllm',
  'builtin',
  'generic',
  'explorer',
] as const
export type ProfileName = (typeof PROFILE_NAMES)[number]

export const isProfileName = (name: string): name is ProfileName => (PROFILE_NAMES as readonly string[]).includes(name)

/** Name of the secret for a provider's key, from its profile: `openrouter` uses OPENROUTER_API_KEY. */
export const keySecretOf = (profileName: string): string => `${profileName.toUpperCase()}_API_KEY`
