/** What the machine waits for. `ended` means it will never run again without a reset or a restored state. */
export type InputRequest =
  | {
      readonly kind: 'line'
      readonly maxLength: number
      readonly preloaded: string
      readonly timerTenths: number | null
    }
  | { readonly kind: 'char'; readonly timerTenths: number | null }
  | { readonly kind: 'ended' }

/** A request of the story to the world outside the machine, with the answer. */
export type GameRequest =
  | { readonly kind: 'save' | 'restore'; readonly answer: 'done' | 'refused'; readonly quetzal: Uint8Array | null }
  | { readonly kind: 'restart' | 'quit' | 'undo' }
  | { readonly kind: 'refused'; readonly what: 'transcript' | 'command-file' | 'aux-file' | 'sound' }
