interface Named {
  readonly repository: string
  readonly author: string
}
export interface Identity {
  readonly owner: string
  readonly project: string
  readonly homepage: string
  readonly bugs: string
  readonly maintainer: string
  readonly appId: string
  readonly isPlaceholder: boolean
}
export declare const PLACEHOLDER: string
export function identityOf(named?: Named): Identity
export function whyNotPublish(args: readonly string[], identity?: Pick<Identity, 'isPlaceholder'>): string | null
