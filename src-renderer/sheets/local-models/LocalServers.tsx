import { useCallback, useState } from 'react'
import type { LocalServer } from '@shared/contract/local-models'
import { Choice } from '../../kit/form/fields'
import { useHostQuery } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { localModelStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import shelf from '../shelf/shelf.module.css'
import styles from './LocalModelsSheet.module.css'

interface LocalServersProps {
  readonly onUse: (baseUrl: string, model: string) => void
}

/** Model servers on this computer. The sheet searches for them when it opens, and again on request. */
export function LocalServers({ onUse }: LocalServersProps) {
  const [search, setSearch] = useState(0)
  return (
    <section aria-label={words.servers} className={shelf.part}>
      <h3 className={shelf.heading}>{words.servers}</h3>
      <Found key={search} onUse={onUse} />
      <HostButton onClick={() => setSearch(search + 1)}>{words.searchAgain}</HostButton>
    </section>
  )
}

function Found({ onUse }: LocalServersProps) {
  const { answer, failure } = useHostQuery(useCallback((api) => api.findLocalServers({}), []))
  const outcome = answer?.length === 0 ? words.noServers : ''
  return (
    <>
      <p role="status" className={controls.hint}>
        {failure ?? (answer === null ? words.searching : outcome)}
      </p>
      <ul className={shelf.list}>
        {answer?.map((server) => (
          <Server key={server.baseUrl} server={server} onUse={onUse} />
        ))}
      </ul>
    </>
  )
}

function Server({ server, onUse }: LocalServersProps & { readonly server: LocalServer }) {
  const { name, baseUrl, models } = server
  const label = name ?? words.otherServer(baseUrl)
  const [model, setModel] = useState(models[0] ?? '')
  return (
    <li className={styles.server}>
      <h4 className={styles.name}>{label}</h4>
      <p className={shelf.facts}>{words.serverModels(models.length)}</p>
      {models.length > 0 && (
        <div className={styles.row}>
          <Choice
            className={controls.choice}
            aria-label={words.modelOf(label)}
            value={model}
            choices={models}
            nameOf={(each) => each}
            onChoose={setModel}
          />
          <HostButton aria-label={words.useServer(label)} onClick={() => onUse(baseUrl, model)}>
            {words.use}
          </HostButton>
        </div>
      )}
    </li>
  )
}
