import { type Cell, type Planes, stepOf } from './cell'
import { isReciprocal, type Link } from './links'

/**
 * Weights of deviations from the compass. Angles count more than lengths, because crooked passages are hard to read.
 */
const COST_PER_RADIAN = 50
const RECIPROCAL_WEIGHT = 3
export const COST_PER_COLLISION = 50_000
/** Cost of each location that lies on the line of a link. */
export const COST_PER_LOCATION_IN_THE_WAY = 20

/** `to` should be one `step` away from `from`, or near it in any direction if `step` is null. */
export interface Constraint {
  readonly from: number
  readonly to: number
  readonly step: Cell | null
  readonly weight: number
}

/**
 * A passage that was used in both directions counts three times. One without a compass direction only has to be short.
 */
export function constraintsOf(links: readonly Link[], planes: Planes): readonly Constraint[] {
  return links.flatMap((link) => {
    const constrain = (from: number, to: number, exit: string | null, weight: number): readonly Constraint[] => {
      const step = exit === null ? null : stepOf(exit, planes)
      return step ? [{ from, to, step, weight }] : []
    }
    const byCompass = isReciprocal(link)
      ? constrain(link.from, link.to, link.exit, RECIPROCAL_WEIGHT)
      : [...constrain(link.from, link.to, link.exit, 1), ...constrain(link.to, link.from, link.back, 1)]
    return byCompass.length > 0 ? byCompass : [{ from: link.from, to: link.to, step: null, weight: 1 }]
  })
}

/** Uses no objects for vectors, because it is called a million times. */
export function constraintCost({ step, weight }: Constraint, from: Cell, to: Cell): number {
  const x = to.x - from.x
  const y = to.y - from.y
  const level = to.level - from.level
  if (step === null) return weight * (x * x + y * y + level * level)
  const stepLength = step.x * step.x + step.y * step.y + step.level * step.level
  const length = x * x + y * y + level * level
  const along = x * step.x + y * step.y + level * step.level
  const angle = length === 0 ? Math.PI : Math.acos(Math.min(1, Math.max(-1, along / Math.sqrt(length * stepLength))))
  const squaredDistance = length + stepLength - 2 * along
  return weight * (COST_PER_RADIAN * angle + squaredDistance)
}
