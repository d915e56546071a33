import { useEffect, useRef, useState } from 'react'
import type { LocalModels } from '@shared/contract/local-models'
import { BUILT_IN_ADDRESS } from '@shared/models/built-in'
import { Sheet } from '../../kit/overlay/Sheet'
import { Refusal } from '../../kit/text/Refusal'
import { reachHost, refusalOf } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { openStartSheet } from '../../session/episodes/start-store'
import { HelpButton } from '../../session/help/Explain'
import { HELP } from '../../session/help/help-places'
import { AddModelFile } from './AddModelFile'
import { InstalledModel } from './InstalledModel'
import { LocalServers } from './LocalServers'
import { OfferedModel } from './OfferedModel'
import { localModelStrings as words } from './strings'
import { useLocalModels } from './use-local-models'
import controls from '../../kit/controls.module.css'
import shelf from '../shelf/shelf.module.css'
import styles from './LocalModelsSheet.module.css'

/** Models that run on this computer, in the app or in a local server. */
export function LocalModelsSheet({ onClose }: { readonly onClose: () => void }) {
  const { all, failure } = useLocalModels()
  const [refusal, setRefusal] = useState<string | null>(null)
  const act = (ask: () => Promise<unknown>) => {
    setRefusal(null)
    ask().catch((error: unknown) => setRefusal(refusalOf(error)))
  }
  return (
    <Sheet
      title={words.title}
      size="page"
      isSteady
      tools={<HelpButton about={words.title} at={HELP.localModels} />}
      onClose={onClose}
    >
      <div className={shelf.columns}>
        <div className={styles.models}>
          <p className={controls.hint}>{words.intro}</p>
          <Refusal text={failure ?? refusal ?? all?.unavailable ?? null} />
          {all === null ? <p className={controls.hint}>{words.reading}</p> : <Models all={all} act={act} />}
        </div>
        <div className={shelf.side}>
          <LocalServers onUse={playWith} />
          <AddModelFile />
          {all !== null && (
            <section aria-label={words.folder} className={shelf.part}>
              <p className={controls.hint}>{words.computer(all)}</p>
              <p className={`${controls.hint} ${styles.path}`}>{all.folder}</p>
              {all.canReveal && (
                <HostButton onClick={() => act(() => reachHost().revealModels({}))}>{words.reveal}</HostButton>
              )}
            </section>
          )}
        </div>
      </div>
    </Sheet>
  )
}

/** Opens the sheet of a new episode with this model selected. */
const playWith = (baseUrl: string, model: string, takesTools = true) =>
  openStartSheet({ player: 'llm', baseUrl, model, ...(!takesTools && { mcp: false }) })

interface ModelsProps {
  readonly all: LocalModels
  readonly act: (ask: () => Promise<unknown>) => void
}

function Models({ all, act }: ModelsProps) {
  const { models, unusable, listed } = all
  return (
    <>
      <section aria-label={words.installed} className={shelf.part}>
        <h3 className={shelf.heading}>{words.installed}</h3>
        <Arrival all={all} />
        {models.length === 0 && <p className={controls.hint}>{words.none}</p>}
        <ul className={shelf.list}>
          {models.map((model) => (
            <InstalledModel
              key={model.name}
              model={model}
              act={act}
              onPlay={() => playWith(BUILT_IN_ADDRESS, model.name, model.takesTools)}
            />
          ))}
        </ul>
      </section>
      {unusable.length > 0 && (
        <section aria-label={words.unusable} className={shelf.part}>
          <h3 className={shelf.heading}>{words.unusable}</h3>
          <ul className={shelf.list}>
            {unusable.map(({ name, reason }) => (
              <li key={name} className={shelf.facts}>
                {name}: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label={words.listed} className={shelf.part}>
        <h3 className={shelf.heading}>{words.listed}</h3>
        <ul className={shelf.list}>
          {listed
            .filter(({ installedAs }) => installedAs === null)
            .map((model) => (
              <OfferedModel key={model.id} model={model} act={act} />
            ))}
        </ul>
      </section>
    </>
  )
}

/** Announces a model whose download ends while the sheet is open. */
function Arrival({ all: { models } }: Pick<ModelsProps, 'all'>) {
  const known = useRef(new Set(models.map(({ name }) => name)))
  const [arrived, setArrived] = useState('')
  useEffect(() => {
    const added = models.find(({ name }) => !known.current.has(name))
    known.current = new Set(models.map(({ name }) => name))
    if (added) setArrived(words.isReady(added.title))
  }, [models])
  return (
    <p role="status" className={controls.hint}>
      {arrived}
    </p>
  )
}
