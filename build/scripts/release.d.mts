interface Release {
  readonly version: string
  readonly changelog: string
  readonly isPlaceholder: boolean
}
export function whyNotRelease(tag: string, release: Release): readonly string[]
export function notesOf(version: string, changelog: string): string | null
export function sumsOf(folder: string): string
