import type { Identity } from './identity.mjs'

type Env = Readonly<Record<string, string | undefined>>
interface Updates {
  readonly publish?: { readonly provider: 'github'; readonly owner: string; readonly repo: string }
}
interface DerivedConfig {
  readonly appId: string
  readonly linux: { readonly maintainer: string }
  readonly mac: Updates & { readonly identity?: string; readonly hardenedRuntime?: boolean }
  readonly win: Updates
}
export function derivedConfig(env: Env, identity?: Identity): DerivedConfig
export function asArguments(config: object): readonly string[]
export function publishNothingUnasked(args: readonly string[]): readonly string[]
export function signingEnvironment(env: Env, folder: string): Env
