import type { McpProgram } from '@shared/contract/mcp'
import { isNotFound } from '@shared/contract/nothing-to-run'
import { configStrings as words } from '../strings'
import controls from '../../kit/controls.module.css'

interface AgreeTickProps {
  readonly program: McpProgram
  readonly isTicked: boolean
  readonly onTick: (on: boolean) => void
}

/** A checkbox to agree to one of several programs. If the program was not found, a hint replaces it. */
export function AgreeTick({ program, isTicked, onTick }: AgreeTickProps) {
  if (isNotFound(program)) return <p className={controls.hint}>{words.nothingToRun}</p>
  return (
    <label className={controls.check}>
      <input type="checkbox" checked={isTicked} onChange={({ target }) => onTick(target.checked)} />
      <span>{words.agree(program)}</span>
    </label>
  )
}
