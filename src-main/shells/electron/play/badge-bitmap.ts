/** Width and height, which are twice the 16 pixels that Windows shows on a taskbar button. */
export const BADGE_PIXELS = 32

/** Rows of three pixels, as binary numbers. */
const GLYPHS: Readonly<Record<string, readonly number[]>> = {
  '1': [0b010, 0b110, 0b010, 0b010, 0b111],
  '2': [0b111, 0b001, 0b111, 0b100, 0b111],
  '3': [0b111, 0b001, 0b111, 0b001, 0b111],
  '4': [0b101, 0b101, 0b111, 0b001, 0b001],
  '5': [0b111, 0b100, 0b111, 0b001, 0b111],
  '6': [0b111, 0b100, 0b111, 0b101, 0b111],
  '7': [0b111, 0b001, 0b010, 0b010, 0b010],
  '8': [0b111, 0b101, 0b111, 0b101, 0b111],
  '9': [0b111, 0b101, 0b111, 0b001, 0b111],
  '+': [0b000, 0b010, 0b111, 0b010, 0b000],
}
/** Blue, green, red, alpha. */
const DISC = [0xc4, 0x4f, 0x1e, 0xff]
const DIGIT = [0xff, 0xff, 0xff, 0xff]

/** A disc with a number, at most “9+”, as pixels of blue, green, red and alpha. */
export function badgeBitmap(count: number): Uint8Array {
  const pixels = new Uint8Array(BADGE_PIXELS * BADGE_PIXELS * 4)
  const put = (x: number, y: number, color: readonly number[]) => pixels.set(color, (y * BADGE_PIXELS + x) * 4)
  const middle = (BADGE_PIXELS - 1) / 2
  for (let y = 0; y < BADGE_PIXELS; y++)
    for (let x = 0; x < BADGE_PIXELS; x++) if (Math.hypot(x - middle, y - middle) <= BADGE_PIXELS / 2) put(x, y, DISC)
  const text = count > 9 ? '9+' : String(count)
  const scale = text.length > 1 ? 3 : 4
  const left = (BADGE_PIXELS - (text.length * 4 - 1) * scale) / 2
  const top = (BADGE_PIXELS - 5 * scale) / 2
  for (const [place, character] of Array.from(text).entries())
    for (const [row, bits] of (GLYPHS[character] ?? []).entries())
      for (let column = 0; column < 3; column++)
        if ((bits >> (2 - column)) & 1)
          for (let dot = 0; dot < scale * scale; dot++)
            put(
              Math.floor(left) + (place * 4 + column) * scale + (dot % scale),
              Math.floor(top) + row * scale + Math.floor(dot / scale),
              DIGIT,
            )
  return pixels
}
