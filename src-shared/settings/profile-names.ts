/** Kinds of endpoints with known differences; see src-main/llm/profiles.ts. */
export const PROFILE_NAMES = [
  'openai',
  'openrouter',
  'anthropic',
  'gemini',
  'ollama',
  'lmstudio',
  'llamacpp',
  'vllm',
  'generic',
  'explorer',
] as const
export type ProfileName = (typeof PROFILE_NAMES)[number]

export const isProfileName = (name: string): name is ProfileName => (PROFILE_NAMES as readonly string[]).includes(name)
