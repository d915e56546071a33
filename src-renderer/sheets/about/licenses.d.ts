/** Made by build/scripts/licenses.ts. */
declare module 'virtual:licenses' {
  export const licenses: readonly {
    readonly packages: readonly string[]
    readonly license: string
    readonly text: string
  }[]
}
