import { Fault } from '../fault'
import type { StoryHeader } from '../header'

/** Property numbers decrease (Standard §12.4) from at most 63, so a longer table is damaged. */
const MAX_PROPERTIES = 63

/**
 * The object tree (Standard §12). For a number above the highest object, the bytes at its place are used, if they are
 * in dynamic memory.
 */
export class ObjectTable {
  /** Highest object number. The entries end where the first property table begins. */
  readonly count: number
  readonly attributeCount: 32 | 48
  /** The highest number whose entry would lie in dynamic memory. */
  readonly mostObjects: number
  /** Byte address of object 1's entry. */
  readonly firstEntry: number
  readonly entryBytes: 9 | 14
  readonly #memory: Uint8Array
  readonly #isSmall: boolean
  readonly #defaults: number
  readonly #writeLimit: number

  constructor(memory: Uint8Array, header: StoryHeader) {
    this.#memory = memory
    this.#isSmall = header.version <= 3
    this.#defaults = header.objects
    this.#writeLimit = header.staticBase
    this.firstEntry = header.objects + (this.#isSmall ? 62 : 126)
    this.entryBytes = this.#isSmall ? 9 : 14
    this.attributeCount = this.#isSmall ? 32 : 48
    this.mostObjects = Math.min(
      this.#isSmall ? 255 : 0xffff,
      Math.floor((this.#writeLimit - this.firstEntry) / this.entryBytes),
    )
    this.count = this.#countObjects()
  }

  /** The numbers of all objects. */
  all(): number[] {
    return Array.from({ length: this.count }, (_, index) => index + 1)
  }

  parent(object: number): number {
    const entry = this.#entry(object)
    return this.#isSmall ? this.#memory[entry + 4]! : (this.#memory[entry + 6]! << 8) | this.#memory[entry + 7]!
  }

  sibling(object: number): number {
    const entry = this.#entry(object)
    return this.#isSmall ? this.#memory[entry + 5]! : (this.#memory[entry + 8]! << 8) | this.#memory[entry + 9]!
  }

  child(object: number): number {
    const entry = this.#entry(object)
    return this.#isSmall ? this.#memory[entry + 6]! : (this.#memory[entry + 10]! << 8) | this.#memory[entry + 11]!
  }

  /** Removes the object and its children from the tree. Returns the number of siblings that it passed. */
  remove(object: number): number {
    const parent = this.parent(object)
    if (parent === 0) return 0
    let passed = 0
    const next = this.sibling(object)
    const first = this.child(parent)
    if (first === object) this.#setLink(parent, 2, next)
    else {
      let before = first
      for (;;) {
        if (before === 0 || passed++ > this.count)
          throw new Fault('bad-object', `Object ${object} is not among the children of its parent ${parent}.`)
        const after = this.sibling(before)
        if (after === object) break
        before = after
      }
      this.#setLink(before, 1, next)
    }
    this.#setLink(object, 0, 0)
    this.#setLink(object, 1, 0)
    return passed
  }

  /** Makes the object the first child of the destination. Returns the number of old siblings that it passed. */
  insert(object: number, destination: number): number {
    const passed = this.remove(object)
    this.#setLink(object, 1, this.child(destination))
    this.#setLink(object, 0, destination)
    this.#setLink(destination, 2, object)
    return passed
  }

  hasAttribute(object: number, attribute: number): boolean {
    if (attribute >= this.attributeCount) return false
    return (this.#memory[this.#entry(object) + (attribute >> 3)]! & (0x80 >> (attribute & 7))) !== 0
  }

  /** The numbers of the attributes that are set. */
  attributes(object: number): number[] {
    const attributes: number[] = []
    for (let attribute = 0; attribute < this.attributeCount; attribute++)
      if (this.hasAttribute(object, attribute)) attributes.push(attribute)
    return attributes
  }

  setAttribute(object: number, attribute: number, on: boolean): void {
    const address = this.#entry(object) + (attribute >> 3)
    // A published story sets attribute 48; interpreters ignore it.
    if (attribute >= this.attributeCount) return
    const bit = 0x80 >> (attribute & 7)
    this.#memory[address] = on ? this.#memory[address]! | bit : this.#memory[address]! & ~bit
  }

  /** Byte address of the object's encoded name; 0 if it has none. */
  nameAddress(object: number): number {
    const table = this.#propertyTable(object)
    return this.#memory[table] === 0 ? 0 : table + 1
  }

  /**
   * Byte address of the data of a property; 0 if the object lacks it. Property 0 is the byte after the end of the list:
   * the Standard does not define it, and Frotz reads it there.
   */
  propertyAddress(object: number, property: number): number {
    let at = this.#firstProperty(object)
    for (let passed = 0; passed <= MAX_PROPERTIES; passed++, at = this.#propertyAfter(at)) {
      const number = this.#propertyNumber(at)
      if (number === property) return this.#dataOf(at)
      if (number < property) return 0
    }
    return 0
  }

  /** Length in bytes of the property whose data begins at the address; 0 for address 0 (Standard §15, get_prop_len). */
  propertyLength(address: number): number {
    if (address === 0) return 0
    const size = this.#memory[address - 1]!
    if (this.#isSmall) return (size >> 5) + 1
    if ((size & 0x80) === 0) return (size & 0x40) === 0 ? 1 : 2
    return (size & 0x3f) === 0 ? 64 : size & 0x3f
  }

  property(object: number, property: number): number {
    const address = this.propertyAddress(object, property)
    if (address === 0) {
      // For an impossible property number, reads the word at its place: a story of 1987 swaps object and property.
      const fallback = (this.#defaults + (property - 1) * 2) & 0xffff
      return (this.#memory[fallback]! << 8) | this.#memory[fallback + 1]!
    }
    return this.propertyLength(address) === 1
      ? this.#memory[address]!
      : (this.#memory[address]! << 8) | this.#memory[address + 1]!
  }

  setProperty(object: number, property: number, value: number): void {
    const address = this.propertyAddress(object, property)
    if (address === 0) throw new Fault('bad-object', `Object ${object} has no property ${property} to change.`)
    if (address + 2 > this.#writeLimit)
      throw new Fault('bad-address', `Property ${property} of object ${object} lies outside dynamic memory.`)
    if (this.propertyLength(address) === 1) this.#memory[address] = value & 0xff
    else {
      this.#memory[address] = value >> 8
      this.#memory[address + 1] = value & 0xff
    }
  }

  /** The number of the property after the given one, or of the first if that is 0; 0 at the end. */
  nextProperty(object: number, property: number): number {
    let at = this.#firstProperty(object)
    if (property !== 0) {
      let passed = 0
      for (; !this.#isEnd(at) && passed < MAX_PROPERTIES && this.#propertyNumber(at) !== property; passed++)
        at = this.#propertyAfter(at)
      if (this.#isEnd(at) || passed === MAX_PROPERTIES)
        throw new Fault('bad-object', `Object ${object} has no property ${property} to continue from.`)
      at = this.#propertyAfter(at)
    }
    return this.#isEnd(at) ? 0 : this.#propertyNumber(at)
  }

  #entry(object: number): number {
    if (object === 0 || object > this.mostObjects)
      throw new Fault('bad-object', `Object ${object} does not exist; the story has ${this.count} objects.`)
    return this.firstEntry + (object - 1) * this.entryBytes
  }

  /** `link`: 0 parent, 1 sibling, 2 child. */
  #setLink(object: number, link: 0 | 1 | 2, value: number): void {
    const entry = this.#entry(object)
    if (this.#isSmall) this.#memory[entry + 4 + link] = value
    else {
      this.#memory[entry + 6 + link * 2] = value >> 8
      this.#memory[entry + 7 + link * 2] = value & 0xff
    }
  }

  #propertyTable(object: number): number {
    const at = this.#entry(object) + this.entryBytes - 2
    return (this.#memory[at]! << 8) | this.#memory[at + 1]!
  }

  /** Byte address of the size byte of the first property, or of the 0 that ends the list. */
  #firstProperty(object: number): number {
    const table = this.#propertyTable(object)
    return table + 1 + this.#memory[table]! * 2
  }

  #isEnd(at: number): boolean {
    return this.#memory[at] === 0
  }

  #propertyAfter(at: number): number {
    const data = this.#dataOf(at)
    const next = data + this.propertyLength(data)
    if (next >= this.#memory.length) throw new Fault('bad-address', 'A property table runs past the end of the story.')
    return next
  }

  #propertyNumber(at: number): number {
    return this.#memory[at]! & (this.#isSmall ? 0x1f : 0x3f)
  }

  #dataOf(at: number): number {
    return this.#isSmall || (this.#memory[at]! & 0x80) === 0 ? at + 1 : at + 2
  }

  #countObjects(): number {
    let lowestTable = this.#writeLimit
    let object = 0
    for (
      let entry = this.firstEntry;
      object < this.mostObjects && entry + this.entryBytes <= lowestTable;
      entry += this.entryBytes
    ) {
      object++
      const at = entry + this.entryBytes - 2
      const table = (this.#memory[at]! << 8) | this.#memory[at + 1]!
      if (table > this.firstEntry && table < lowestTable) lowestTable = table
    }
    return object
  }
}
