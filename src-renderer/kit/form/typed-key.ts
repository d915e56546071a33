interface KeyPress {
  readonly isComposing: boolean
  /** Deprecated, but necessary for Safari, which ends the composition before its Enter (WebKit bug 165004). */
  readonly keyCode: number
}

/** Whether an input method is composing text with this key. Enter then accepts a word. */
export const isComposed = ({ isComposing, keyCode }: KeyPress): boolean => isComposing || keyCode === 229

/**
 * The key pressed in a text field; empty while an input method composes text. Every field that listens for keys uses
 * this function, so that half a word is never saved.
 */
export const typedKey = ({ key, nativeEvent }: { readonly key: string; readonly nativeEvent: KeyPress }): string =>
  isComposed(nativeEvent) ? '' : key
