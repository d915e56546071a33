import { type FormEvent, useState } from 'react'
import { Input } from '../../kit/form/fields'
import { Sheet } from '../../kit/overlay/Sheet'
import { Refusal } from '../../kit/text/Refusal'
import { episodesStrings as words } from '../../panels/episodes/strings'
import { SheetButtons } from '../../session/connection/HostButton'
import { titleOf } from '../../session/episodes/entry-title'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { renameEpisode } from '../../session/host/library-commands'
import { useSubmit } from '../../session/view/use-submit'
import styles from '../../kit/overlay/SheetForm.module.css'

export function RenameSheet({ episodeId, onClose }: { readonly episodeId: string; readonly onClose: () => void }) {
  const entry = useEpisodeList(({ entries }) => entries.get(episodeId))
  const [title, setTitle] = useState(entry?.annotations.title ?? '')
  const { refusal, isSubmitting, submit } = useSubmit(onClose)
  const save = (event: FormEvent) => {
    event.preventDefault()
    void submit(() => renameEpisode(episodeId, title))
  }
  return (
    <Sheet title={words.renameTitle} onClose={onClose}>
      <form className={styles.form} onSubmit={save}>
        <Input
          label={words.name}
          hint={words.nameHint}
          dir="auto"
          placeholder={entry && titleOf(entry)}
          value={title}
          maxLength={200}
          data-first-stop
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setTitle(target.value)}
        />
        <Refusal text={refusal} />
        <SheetButtons submit={words.save} isDisabled={isSubmitting} onCancel={onClose} />
      </form>
    </Sheet>
  )
}
