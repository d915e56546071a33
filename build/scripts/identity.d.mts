interface Identity {
  readonly homepage: string
  readonly author: { readonly email: string }
}
export function appIdOf(identity?: Identity): string
export function whyNotPublish(args: readonly string[], identity?: Identity): string | null
