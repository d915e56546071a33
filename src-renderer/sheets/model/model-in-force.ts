import type { DefaultModel } from '@shared/contract/start'
import { providerOf } from '../settings/providers'

/** Overrides of the default. A missing or empty value keeps the default. */
export interface ChosenModel {
  readonly model?: string | undefined
  readonly baseUrl?: string | undefined
}

/** The chosen model and its endpoint. The model is empty if another provider was chosen without one of its models. */
export function modelInForce(chosen: ChosenModel, defaultModel: DefaultModel | null): DefaultModel {
  const before = defaultModel ?? { model: '', baseUrl: '' }
  const baseUrl = chosen.baseUrl?.trim() || before.baseUrl
  const isSameProvider = providerOf(baseUrl) === providerOf(before.baseUrl)
  return { model: chosen.model?.trim() || (isSameProvider ? before.model : ''), baseUrl }
}
