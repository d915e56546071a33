import { GitFork } from 'lucide-react'
import type { SVGProps } from 'react'
import type { MarkerKind } from '@shared/episode/projections/markers'
import { MARKER_SHAPES } from '../../../turn/signs'
import styles from './lanes.module.css'

/** The signs on the timeline and in its legend. SVG signs are drawn around the origin, flags below it. */

export const MarkerSign = ({ kind, ...path }: { readonly kind: MarkerKind } & SVGProps<SVGPathElement>) => (
  <path className={styles.marker} data-kind={kind} d={MARKER_SHAPES[kind]} {...path} />
)

export const GapSign = (path: SVGProps<SVGPathElement>) => (
  <path className={styles.gap} d="M-3 5L1-5M0 5L4-5" {...path} />
)

/** Ticks of hits. `at` lists their positions. */
export const HitSign = ({ at }: { readonly at: readonly (readonly [x: number, y: number])[] }) => (
  <path className={styles.hits} d={at.map(([x, y]) => `M${x} ${y}v5`).join('')} />
)

export const BookmarkFlag = () => <path className={styles.flag} d="M-3 0H3V9L0 6.5-3 9Z" />
export const BreakpointFlag = ({ x = 0 }: { readonly x?: number }) => (
  <circle className={styles.flag} cx={x} cy={4} r={3} />
)

export const ForkSign = () => <GitFork size={13} strokeWidth={1.75} aria-hidden />
export const START_SIGN = '↳'
