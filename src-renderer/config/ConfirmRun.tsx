import type { ServerForm } from '@shared/config/mcp-document'
import type { HostApi } from '@shared/contract/contract'
import controls from '../ui/controls.module.css'
import { Sheet } from '../ui/Sheet'
import { LaunchLine } from './LaunchLine'
import styles from './ConfirmRun.module.css'
import { configStrings as words } from './strings'
import { useLaunchInfo } from './use-launch-info'

export interface ConfirmRunProps {
  readonly api: HostApi
  readonly text: string
  readonly server: ServerForm
  readonly onCancel: () => void
  readonly onRun: () => void
}

/** A config is code: a program that was not in the file before is shown and agreed to before it is run for the first time. */
export function ConfirmRun({ api, text, server, onCancel, onRun }: ConfirmRunProps) {
  const info = useLaunchInfo(api, text, server.name)
  return (
    <Sheet title={words.confirmTitle} onClose={onCancel}>
      <div className={styles.body}>
        <p>{words.confirm(server.name)}</p>
        <LaunchLine info={info} />
        <div className={styles.buttons}>
          <button type="button" className={controls.button} data-first-stop onClick={onCancel}>{words.cancel}</button>
          <button type="button" className={`${controls.button} ${controls.primary}`} aria-disabled={info === null} onClick={() => info && onRun()}>{words.run}</button>
        </div>
      </div>
    </Sheet>
  )
}
