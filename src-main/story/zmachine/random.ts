/** The generator's whole state: four integers, so that snapshots repeat it exactly. */
export type RandomState = readonly [value: number, seed: number, interval: number, counter: number]

/** Frotz's generator, so that `dfrotz -s N` and seeded walkthroughs replay. Its values need 32 bits. */
export class RandomGenerator {
  readonly #state = new Int32Array(4)

  seed(value: number): void {
    this.#state[0] = value
    this.#state[1] = value
    this.#state[2] = 0
    this.#state[3] = 0
  }

  /** `random` (Standard §2.4): range > 0 draws 1…range, 0 reseeds, range < 0 makes the sequence predictable. */
  draw(range: number): number {
    const state = this.#state
    if (range === 0) {
      this.seed(state[1]!)
      return 0
    }
    if (range < 0) {
      if (range > -1000) {
        state[2] = -range
        state[3] = 0
      } else {
        state[0] = -range
        state[2] = 0
      }
      return 0
    }
    let drawn: number
    if (state[2] !== 0) {
      drawn = state[3]!
      state[3] = (drawn + 1) % state[2]!
    } else {
      state[0] = Math.imul(0x015a4e35, state[0]!) + 1
      drawn = (state[0]! >>> 16) & 0x7fff
    }
    return (drawn % range) + 1
  }

  capture(): RandomState {
    return [this.#state[0]!, this.#state[1]!, this.#state[2]!, this.#state[3]!]
  }

  apply(captured: RandomState): void {
    this.#state.set(captured)
  }
}
