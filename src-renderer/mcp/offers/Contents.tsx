import type { McpContents } from '@shared/contract/mcp-visits'
import { GiveButton } from './GiveButton'
import { offerStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import tools from '../tools/tools.module.css'
import styles from './offers.module.css'

/** The parts of a resource, as text or pictures. Nothing in them is rendered as markup. */
export function Contents({
  server,
  contents: { uri, parts },
}: {
  readonly server: string
  readonly contents: McpContents
}) {
  const text = parts.map((part) => part.text ?? '').join('\n')
  return (
    <section className={`${tools.box} ${styles.contents}`} aria-label={words.contents(uri)}>
      <p role="status" className={controls.hint}>
        {[uri, words.bytes(parts.reduce((sum, { bytes }) => sum + bytes, 0))].join(' · ')}
      </p>
      {parts.map((part, index) => {
        if (part.text !== null)
          return (
            <pre key={index} tabIndex={0}>
              {part.text}
            </pre>
          )
        if (part.picture !== null) return <img key={index} src={part.picture} alt={words.picture(part.uri)} />
        return <p key={index}>{words.notText(part.mimeType, part.bytes)}</p>
      })}
      {text.trim() !== '' && (
        <div>
          <GiveButton
            label={words.attachNow}
            text={text}
            source={{ server_name: server, kind: 'resource', name: uri }}
          />
        </div>
      )}
    </section>
  )
}
