import type { ObjectTable } from '../zmachine/memory/object-table'

// A story may put an object into itself, and a damaged one may contain any cycle: a walk visits each object only once.

/** The children of an object, first to last. */
export function childrenOf(objects: ObjectTable, object: number): number[] {
  const children = new Set<number>()
  for (let child = objects.child(object); child !== 0 && !children.has(child); child = objects.sibling(child))
    children.add(child)
  return [...children]
}

/** The ancestors of an object, nearest first. */
export function ancestorsOf(objects: ObjectTable, object: number): number[] {
  const ancestors = new Set<number>()
  for (let parent = objects.parent(object); parent !== 0 && !ancestors.has(parent); parent = objects.parent(parent))
    ancestors.add(parent)
  return [...ancestors]
}

/** Everything below an object, parents before children, down to the given depth. */
export function descendantsOf(objects: ObjectTable, object: number, depth: number): number[] {
  const found = new Set<number>()
  const walk = (holder: number, left: number) => {
    if (left === 0) return
    for (const child of childrenOf(objects, holder)) {
      if (found.has(child)) continue
      found.add(child)
      walk(child, left - 1)
    }
  }
  walk(object, depth)
  return [...found]
}
