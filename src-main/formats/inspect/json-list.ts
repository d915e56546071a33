import { visibleJson } from '@shared/base/visible-text'

/** The inside of a JSON list that is written in parts. */
export class JsonList {
  #isBegun = false

  add(items: readonly unknown[]): string {
    if (items.length === 0) return ''
    const comma = this.#isBegun ? ',' : ''
    this.#isBegun = true
    return `${comma}${items.map((item) => visibleJson(item)).join(',')}`
  }
}
