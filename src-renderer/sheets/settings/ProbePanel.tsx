import { useEffect, useRef, useState } from 'react'
import type { ProbeResult } from '@shared/contract/models'
import { Refusal } from '../../kit/text/Refusal'
import { VisuallyHidden } from '../../kit/text/VisuallyHidden'
import { sendAgreed } from '../../session/connection/agreement'
import { reachHost, refusalOf } from '../../session/connection/connection-store'
import { HostButton, disabledProps } from '../../session/connection/HostButton'
import { settingsStrings } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './SettingsSheet.module.css'

const words = settingsStrings.model

interface ProbePanelProps {
  readonly baseUrl: string
  readonly model: string
  /** Why the model cannot be tested; null if it can. */
  readonly whyNot: string | null
}

export function ProbePanel({ baseUrl, model, whyNot }: ProbePanelProps) {
  const [results, setResults] = useState<readonly ProbeResult[]>([])
  const [isAsking, setIsAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])

  const probe = async () => {
    const abort = new AbortController()
    asking.current = abort
    setResults([])
    setFailure(null)
    setIsAsking(true)
    try {
      await sendAgreed(async (keysFor) => {
        for await (const result of reachHost().probeModel({ baseUrl, model, keysFor }, abort.signal))
          setResults((before) => [...before, result])
      })
    } catch (error) {
      if (!abort.signal.aborted) setFailure(refusalOf(error))
    }
    setIsAsking(false)
  }

  return (
    <>
      <div className={styles.line}>
        {/* One button for both actions, so that it keeps the focus. */}
        <HostButton
          {...(whyNot !== null
            ? disabledProps(whyNot)
            : { onClick: isAsking ? () => asking.current?.abort() : () => void probe() })}
        >
          {isAsking ? words.cancel : words.probe}
        </HostButton>
        <p role="status" className={controls.hint}>
          {isAsking ? words.probing : words.probeHint}
        </p>
      </div>
      {results.length > 0 && (
        <table className={styles.results}>
          <caption>
            <VisuallyHidden>{words.probe}</VisuallyHidden>
          </caption>
          <tbody>
            {results.map(({ probe: name, verdict, detail, ms }) => (
              <tr key={name}>
                <th scope="row">{words.probes[name]}</th>
                <td data-verdict={verdict}>{words.verdicts[verdict]}</td>
                <td>{detail}</td>
                <td>{ms === null ? '' : words.ms(ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Refusal text={failure} />
    </>
  )
}
