/** FNV-1a over UTF-16 code units, with a final mix so that similar inputs differ in every bit. 32 bits, unsigned. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A number from 0 up to 1 that depends only on its arguments: the explorer has no other randomness. */
export const noise = (seed: number, text: string): number => hash32(`${seed}|${text}`) / 2 ** 32
