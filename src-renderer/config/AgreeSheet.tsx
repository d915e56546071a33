import type { McpProgram } from '@shared/contract/mcp'
import type { Answer } from '../store/agreement'
import controls from '../ui/controls.module.css'
import { HostButton } from '../ui/HostButton'
import { Sheet } from '../ui/Sheet'
import styles from './ConfirmRun.module.css'
import { LaunchLine } from './LaunchLine'
import { configStrings as words } from './strings'

interface AgreeSheetProps {
  readonly programs: readonly McpProgram[]
  readonly onAnswer: (answer: Answer) => void
}

/** Asked before an episode starts programs that came into the config without anybody agreeing to them here: all of what would run, and from where. */
export function AgreeSheet({ programs, onAnswer }: AgreeSheetProps) {
  const cancel = () => onAnswer('cancel')
  return (
    <Sheet title={words.askTitle(programs.length)} onClose={cancel}>
      <div className={styles.body}>
        <p>{words.ask(programs.length)}</p>
        {programs.map((program) => (
          <section key={program.server} className={styles.program}>
            <h3 className={styles.source}>{words.fromFile(program.server, program.configFile)}</h3>
            <LaunchLine info={program} />
          </section>
        ))}
        <div className={styles.buttons}>
          <button type="button" className={controls.button} data-first-stop onClick={cancel}>{words.cancel}</button>
          <HostButton className={controls.button} onClick={() => onAnswer('without')}>{words.startWithout(programs.length)}</HostButton>
          <HostButton className={`${controls.button} ${controls.primary}`} onClick={() => onAnswer('with')}>{words.startWith(programs.length)}</HostButton>
        </div>
      </div>
    </Sheet>
  )
}
