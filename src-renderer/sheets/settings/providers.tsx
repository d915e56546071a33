import { BUILT_IN_ADDRESS } from '@shared/models/built-in'
import type { ProfileName } from '@shared/settings/profile-names'
import { ChoiceField } from '../../kit/form/fields'
import { settingsStrings } from './strings'

/** A known endpoint. The profile also names its key. */
export interface Provider {
  readonly profile: ProfileName
  readonly label: string
  readonly baseUrl: string
  /** False for a local server. */
  readonly needsKey: boolean
}

/** Known providers in the order of the menu. The explorer is not a provider; `generic` is `OTHER`. */
const BY_PROFILE: Readonly<Record<Exclude<ProfileName, 'generic' | 'explorer'>, Omit<Provider, 'profile'>>> = {
  openrouter: { label: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', needsKey: true },
  openai: { label: 'OpenAI', baseUrl: 'https://api.openai.com/v1', needsKey: true },
  anthropic: { label: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1', needsKey: true },
  gemini: {
    label: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    needsKey: true,
  },
  mistral: { label: 'Mistral', baseUrl: 'https://api.mistral.ai/v1', needsKey: true },
  azure: { label: 'Azure OpenAI', baseUrl: 'https://YOUR-RESOURCE.openai.azure.com/openai/v1', needsKey: true },
  deepseek: { label: 'DeepSeek', baseUrl: 'https://api.deepseek.com/v1', needsKey: true },
  groq: { label: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', needsKey: true },
  xai: { label: 'xAI', baseUrl: 'https://api.x.ai/v1', needsKey: true },
  together: { label: 'Together', baseUrl: 'https://api.together.xyz/v1', needsKey: true },
  github: { label: 'GitHub Models', baseUrl: 'https://models.github.ai/inference', needsKey: true },
  ollama: { label: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', needsKey: false },
  lmstudio: { label: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', needsKey: false },
  llamacpp: { label: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1', needsKey: false },
  vllm: { label: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1', needsKey: false },
  builtin: { label: settingsStrings.model.thisComputer, baseUrl: BUILT_IN_ADDRESS, needsKey: false },
}
export const PROVIDERS: readonly Provider[] = Object.entries(BY_PROFILE).map(([profile, provider]) => ({
  profile: profile as keyof typeof BY_PROFILE,
  ...provider,
}))

/** Any other endpoint with the same protocol. */
export const OTHER: Provider = { profile: 'generic', label: '', baseUrl: '', needsKey: true }

/** The provider of a base URL. Its key is stored under the name of its profile. */
export const providerOf = (baseUrl: string): Provider =>
  PROVIDERS.find((provider) => URL.parse(provider.baseUrl)?.host === URL.parse(baseUrl)?.host) ?? OTHER

const words = settingsStrings.model
const BASE_URLS = [...PROVIDERS, OTHER].map(({ baseUrl }) => baseUrl)
const nameOf = (baseUrl: string) =>
  PROVIDERS.find((provider) => provider.baseUrl === baseUrl)?.label ?? words.otherProvider

interface ProviderChoiceProps {
  readonly value: Provider
  readonly onChoose: (baseUrl: string) => void
}

export const ProviderChoice = ({ value, onChoose }: ProviderChoiceProps) => (
  <ChoiceField label={words.provider} value={value.baseUrl} choices={BASE_URLS} nameOf={nameOf} onChoose={onChoose} />
)
