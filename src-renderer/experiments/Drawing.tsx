import { createElement, type ReactNode } from 'react'
import type { Drawn } from '@shared/experiments/plots/drawing'
import type { Plot } from '@shared/experiments/plots/plot-parts'
import { keepPercents } from '../kit/text/format'
import styles from './Drawing.module.css'

/** A plot of the report with its caption. */
export function Figure({ plot: { title, caption, drawing } }: { readonly plot: Plot }) {
  return (
    <figure className={styles.figure}>
      <h3 className={styles.title}>{title}</h3>
      {elementOf(drawing, 'drawing')}
      <figcaption className={styles.caption}>{keepPercents(caption)}</figcaption>
    </figure>
  )
}

/** SVG attributes that have other names in React. */
const NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  'text-anchor': 'textAnchor',
  'font-size': 'fontSize',
  'stroke-dasharray': 'strokeDasharray',
  tabindex: 'tabIndex',
}

function elementOf(node: Drawn | string, key: string | number): ReactNode {
  if (typeof node === 'string') return node
  const attributes = Object.fromEntries(
    Object.entries(node.attributes).map(([name, value]) => [
      NAMES[name] ?? name,
      name === 'class'
        ? String(value)
            .split(' ')
            .map((one) => styles[one] ?? one)
            .join(' ')
        : value,
    ]),
  )
  return createElement(node.tag, { key, ...attributes }, ...node.children.map(elementOf))
}
