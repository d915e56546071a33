import { expect, it } from 'vitest'
import { typedKey } from './typed-key'

const press = (key: string, nativeEvent: Partial<KeyboardEventInit> & { readonly keyCode?: number } = {}) =>
  typedKey({ key, nativeEvent: { isComposing: false, keyCode: 13, ...nativeEvent } })

it('a key of an input method is not typed into a field, in Chromium, Firefox and Safari', () => {
  expect(press('Enter')).toBe('Enter')
  expect(press('Enter', { isComposing: true })).toBe('')
  // dip/cmdk#206, bluesky-social/social-app#4186: Safari reports the last Enter after the end of the composition.
  expect(press('Enter', { keyCode: 229 })).toBe('')
  expect(press('Escape', { isComposing: true, keyCode: 27 })).toBe('')
})
