import { ChoiceField } from '../../kit/form/fields'
import { OTHER, type Provider, PROVIDERS } from './providers'
import { settingsStrings } from './strings'

const words = settingsStrings.model
const BASE_URLS = [...PROVIDERS, OTHER].map(({ baseUrl }) => baseUrl)
const nameOf = (baseUrl: string) =>
  PROVIDERS.find((provider) => provider.baseUrl === baseUrl)?.label ?? words.otherProvider

interface ProviderChoiceProps {
  readonly value: Provider
  readonly onChoose: (baseUrl: string) => void
}

/** The provider of the endpoint. */
export const ProviderChoice = ({ value, onChoose }: ProviderChoiceProps) => (
  <ChoiceField label={words.provider} value={value.baseUrl} choices={BASE_URLS} nameOf={nameOf} onChoose={onChoose} />
)
