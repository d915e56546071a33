import { rawAt } from '@shared/mcp/jsonc-edit'
import { pathOf } from '@shared/mcp/mcp-document'
import { Button } from '../../kit/Button'
import { Strip } from '../../kit/layout/Strip'
import { configStrings as words } from '../strings'
import type { ConfigDraft, ConfigEditor } from './config-draft'
import controls from '../../kit/controls.module.css'
import styles from './draft.module.css'

/**
 * A conflict with another program: both versions side by side, with a button for each. Changes to other servers are
 * merged either way.
 */
export function ConflictView({
  editor,
  draft,
  theirs,
}: {
  readonly editor: ConfigEditor
  readonly draft: ConfigDraft
  readonly theirs: string
}) {
  const { text, conflicts } = draft
  return (
    <section aria-label={words.conflictTitle}>
      <Strip text={words.conflict}>
        <Button onClick={() => editor.resolve('mine')}>{words.keepMine}</Button>
        <Button onClick={() => editor.resolve('theirs')}>{words.takeTheirs}</Button>
      </Strip>
      {conflicts.map((name) => (
        <div key={name ?? ''} className={styles.pair}>
          <Version title={words.mine(name)} text={versionOf(text, name)} />
          <Version title={words.theirs(name)} text={versionOf(theirs, name)} />
        </div>
      ))}
    </section>
  )
}

function versionOf(text: string, name: string | null): string {
  if (name === null) return text
  const raw = rawAt(text, [...pathOf(text), name]) ?? words.isRemoved
  // The lines without the indentation that they have in the file.
  return raw.replaceAll(/\r?\n[ \t]*$/.exec(raw.slice(0, -1))?.[0] ?? '\n', '\n')
}

function Version({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <figure className={styles.version}>
      <figcaption className={controls.label}>{title}</figcaption>
      <pre tabIndex={0} role="region" aria-label={title}>
        {text}
      </pre>
    </figure>
  )
}
