import type { ObjectTable } from './zmachine/object-table'

/** The children of an object, first to last. A damaged tree that runs in a circle is cut off. */
export function childrenOf(objects: ObjectTable, object: number): number[] {
  const children: number[] = []
  for (let child = objects.child(object); child !== 0 && children.length <= objects.count; child = objects.sibling(child)) children.push(child)
  return children
}

/** The objects around an object, nearest first, up to the one without a parent. */
export function ancestorsOf(objects: ObjectTable, object: number): number[] {
  const ancestors: number[] = []
  for (let parent = objects.parent(object); parent !== 0 && ancestors.length <= objects.count; parent = objects.parent(parent)) ancestors.push(parent)
  return ancestors
}

/** Everything below an object, parents before children, down to the given depth. */
export function descendantsOf(objects: ObjectTable, object: number, depth: number): number[] {
  if (depth === 0) return []
  return childrenOf(objects, object).flatMap((child) => [child, ...descendantsOf(objects, child, depth - 1)])
}
