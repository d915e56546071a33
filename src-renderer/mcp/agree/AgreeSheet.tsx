import { useState } from 'react'
import type { McpProgram } from '@shared/contract/mcp'
import { isNotFound } from '@shared/contract/nothing-to-run'
import { Button } from '../../kit/Button'
import { Sheet } from '../../kit/overlay/Sheet'
import type { AgreedFingerprints } from '../../session/connection/agreement'
import { HostButton, disabledProps } from '../../session/connection/HostButton'
import { LaunchLine } from '../launch/LaunchLine'
import { configStrings as words } from '../strings'
import { AgreeTick } from './AgreeTick'
import controls from '../../kit/controls.module.css'
import form from '../../kit/overlay/SheetForm.module.css'

interface AgreeSheetProps {
  readonly programs: readonly McpProgram[]
  readonly onAnswer: (answer: AgreedFingerprints) => void
}

/**
 * Asks for agreement before an episode uses new servers. Shows the exact programs and the file that names them. A
 * single program has a button; several have checkboxes, which are initially off.
 */
export function AgreeSheet({ programs, onAnswer }: AgreeSheetProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const all = programs.map(({ unagreed }) => unagreed)
  const isOne = all.length === 1
  const agreed = all.filter((unagreed) => ticked.has(unagreed))
  const tick = (unagreed: string, on: boolean) =>
    setTicked(new Set(on ? [...ticked, unagreed] : [...ticked].filter((each) => each !== unagreed)))
  const cancel = () => onAnswer(null)
  return (
    <Sheet title={words.askTitle(programs)} onClose={cancel}>
      <div className={form.body}>
        <p>{words.ask(programs)}</p>
        {programs.map((program) => (
          <section key={program.server} className={controls.field}>
            <h3 className={form.source}>{words.fromFile(program.server, program.configFile)}</h3>
            <LaunchLine info={program} />
            {!isOne && (
              <AgreeTick
                program={program}
                isTicked={ticked.has(program.unagreed)}
                onTick={(on) => tick(program.unagreed, on)}
              />
            )}
          </section>
        ))}
        <div className={form.buttons}>
          <Button data-first-stop onClick={cancel}>
            {words.cancel}
          </Button>
          <HostButton onClick={() => onAnswer([])}>{words.startWithout(all.length)}</HostButton>
          {isOne ? (
            <HostButton
              look="primary"
              {...(programs.some(isNotFound) ? disabledProps(words.nothingToRun) : { onClick: () => onAnswer(all) })}
            >
              {words.startWith}
            </HostButton>
          ) : (
            <HostButton
              look="primary"
              {...(agreed.length === 0 ? disabledProps(words.tickFirst) : { onClick: () => onAnswer(agreed) })}
            >
              {words.startWithTicked(agreed.length, all.length)}
            </HostButton>
          )}
        </div>
      </div>
    </Sheet>
  )
}
