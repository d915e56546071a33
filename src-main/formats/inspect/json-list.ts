import { visibleJson } from '@shared/base/visible-text'

/** The items of a JSON list, written in parts. */
export class JsonList {
  #isBegun = false

  add(items: readonly unknown[]): string {
    if (items.length === 0) return ''
    const comma = this.#isBegun ? ',' : ''
    this.#isBegun = true
    return `${comma}${items.map((item) => visibleJson(item)).join(',')}`
  }
}
