type Env = Readonly<Record<string, string | undefined>>
interface DerivedConfig {
  readonly appId: string
  readonly linux: { readonly maintainer: string }
  readonly mac: { readonly identity?: string; readonly hardenedRuntime?: boolean }
}
export function derivedConfig(env: Env): DerivedConfig
export function asArguments(config: object): readonly string[]
export function publishNothingUnasked(args: readonly string[]): readonly string[]
export function signingEnvironment(env: Env, folder: string): Env
