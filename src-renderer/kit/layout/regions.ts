/** Values of `data-region` in the order of F6. */
export const REGIONS = ['controls', 'library', 'story', 'map', 'inspector', 'timeline', 'status'] as const
export type Region = (typeof REGIONS)[number]

declare module 'react' {
  interface HTMLAttributes<T> {
    'data-region'?: Region | undefined
  }
}
