/** A 16-bit word as the signed number it stands for (Standard §2.2). */
export const signed = (word: number): number => (word << 16) >> 16
