import { Button } from '../kit/Button'
import { Sheet } from '../kit/overlay/Sheet'
import { Refusal } from '../kit/text/Refusal'
import { HostButton } from '../session/connection/HostButton'
import { deleteExperiment } from '../session/host/experiment-commands'
import { useSubmit } from '../session/view/use-submit'
import { experimentStrings } from './strings'
import form from '../kit/overlay/SheetForm.module.css'

const words = experimentStrings.delete

interface DeleteExperimentProps {
  readonly name: string
  readonly onClose: () => void
}

export function DeleteExperiment({ name, onClose }: DeleteExperimentProps) {
  const { refusal, isSubmitting, submit } = useSubmit(onClose)
  return (
    <Sheet title={words.title} onClose={onClose}>
      <div className={form.form}>
        <p>{words.question(name)}</p>
        <Refusal text={refusal} />
        <div className={form.buttons}>
          <Button onClick={onClose}>{words.cancel}</Button>
          <HostButton
            data-first-stop
            look="primary"
            aria-disabled={isSubmitting}
            onClick={() => void submit(() => deleteExperiment(name))}
          >
            {words.now}
          </HostButton>
        </div>
      </div>
    </Sheet>
  )
}
