import type { HostApi } from '@shared/contract/contract'
import { isNotFound } from '@shared/contract/nothing-to-run'
import { Button } from '../../kit/Button'
import { Sheet } from '../../kit/overlay/Sheet'
import { HostButton, disabledProps } from '../../session/connection/HostButton'
import type { Config } from '../draft/use-config'
import { LaunchLine } from '../launch/LaunchLine'
import { useLaunchInfo } from '../launch/use-launch-info'
import { configStrings as words } from '../strings'
import form from '../../kit/overlay/SheetForm.module.css'

interface ConfirmRunProps {
  readonly api: HostApi
  readonly config: Config
  /** The config text that defines the server. */
  readonly text: string
  readonly server: string
  readonly onCancel: () => void
  readonly onAgreed: () => void
}

/**
 * Asks for agreement before the first test of a server. A user cannot agree to a program that was not found, because
 * the program that would run is unknown.
 */
export function ConfirmRun({ api, config: { editor, draft }, text, server, onCancel, onAgreed }: ConfirmRunProps) {
  const info = useLaunchInfo(api, text, server, draft.agreements)
  const isRemote = info?.isRemote === true
  const hasNothingToRun = info !== null && isNotFound(info)
  const agree = async () => {
    if (info === null) return
    if (info.unagreed === null || (await editor.agree([info.unagreed]))) onAgreed()
    else onCancel()
  }
  return (
    <Sheet title={words.confirmTitle(isRemote)} onClose={onCancel}>
      <div className={form.body}>
        <p>{words.confirm(server, isRemote)}</p>
        <LaunchLine info={info} />
        {hasNothingToRun && <p>{words.nothingToRun}</p>}
        <div className={form.buttons}>
          <Button data-first-stop onClick={onCancel}>
            {words.cancel}
          </Button>
          <HostButton
            look="primary"
            aria-disabled={info === null}
            onClick={() => void agree()}
            {...(hasNothingToRun && disabledProps(words.nothingToRun))}
          >
            {words.run(isRemote)}
          </HostButton>
        </div>
      </div>
    </Sheet>
  )
}
