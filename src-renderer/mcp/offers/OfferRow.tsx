import type { ReactNode } from 'react'
import type { McpOffered } from '@shared/contract/mcp-visits'
import { OfferIcon } from '../tools/OfferIcon'
import { offerStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import tools from '../tools/tools.module.css'
import styles from './offers.module.css'

interface OfferRowProps {
  readonly offer: McpOffered
  /** Whether every prompt contains it; null if this cannot be set. */
  readonly isAttached: boolean | null
  readonly onAttach?: (isAttached: boolean) => void
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** A resource, template or prompt in a list, with its actions beside it and its text below. */
export function OfferRow({
  offer: { id, title, description, icon, facts },
  isAttached,
  onAttach,
  actions,
  children,
}: OfferRowProps) {
  return (
    <li className={tools.row}>
      <div className={tools.head}>
        <OfferIcon src={icon} />
        <span className={styles.name}>
          <code>{title}</code>
          {title !== id && <span className={controls.hint}> {id}</span>}
        </span>
        {isAttached !== null && (
          <label className={controls.check} title={words.attach(title)}>
            <input
              type="checkbox"
              aria-label={words.attach(title)}
              checked={isAttached}
              onChange={({ target }) => onAttach?.(target.checked)}
            />
            <span aria-hidden>{words.everyPrompt}</span>
          </label>
        )}
        {actions}
      </div>
      {facts.length > 0 && <p className={controls.hint}>{facts.join(' · ')}</p>}
      {description !== '' && <p className={tools.description}>{description}</p>}
      {children}
    </li>
  )
}
