import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import { Button } from '../../kit/Button'
import { Sheet } from '../../kit/overlay/Sheet'
import { Empty } from '../../kit/text/Empty'
import { HostButton } from '../../session/connection/HostButton'
import { reasonOf } from '../draft/reason-of'
import type { Config } from '../draft/use-config'
import { RegistryServerView } from './RegistryServerView'
import { registryStrings as words } from './strings'
import { type RegistrySearch, useRegistrySearch } from './use-registry-search'
import controls from '../../kit/controls.module.css'
import styles from './registry.module.css'

interface RegistrySheetProps {
  readonly api: HostApi
  readonly config: Config
  /** Names of all servers, including those of the settings file. */
  readonly names: readonly string[]
  readonly onAdded: (name: string) => void
  readonly onClose: () => void
}

/** Searches a registry for MCP servers, shows what one would run or call, and adds it to the draft. */
export function RegistrySheet({ api, config, names, onAdded, onClose }: RegistrySheetProps) {
  const { registries, failure } = useRegistries(api)
  const [chosen, setChosen] = useState<string | null>(null)
  const registry = chosen ?? registries?.[0] ?? null
  const [text, setText] = useState('')
  const { search, begin, goOn, cancel } = useRegistrySearch(api)
  const [selected, setSelected] = useState<number | null>(null)
  const server = selected === null ? null : (search?.servers[selected] ?? null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (registry === null) return
    setSelected(null)
    begin(registry, text.trim())
  }
  return (
    <Sheet title={words.title} size="wide" isSteady onClose={onClose}>
      <div className={styles.sheet}>
        <form className={styles.query} role="search" onSubmit={submit}>
          {(registries?.length ?? 0) > 1 && (
            <label className={controls.field}>
              <span className={controls.label}>{words.registry}</span>
              <select
                className={controls.input}
                value={registry ?? ''}
                onChange={({ target }) => setChosen(target.value)}
              >
                {registries?.map((address) => (
                  <option key={address}>{address}</option>
                ))}
              </select>
            </label>
          )}
          <label className={`${controls.field} ${styles.text}`}>
            <span className={controls.label}>{words.search}</span>
            <input
              className={controls.input}
              type="search"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              data-first-stop
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </label>
          <HostButton type="submit" look="primary" aria-disabled={registry === null}>
            {words.begin}
          </HostButton>
          {registry !== null && <p className={`${controls.hint} ${styles.line}`}>{words.hint(registry)}</p>}
          {registries?.length === 0 && <p className={styles.line}>{words.noRegistries}</p>}
          {failure !== null && (
            <p className={`${controls.error} ${styles.line}`} role="alert">
              {failure}
            </p>
          )}
        </form>
        <div className={styles.columns}>
          <section className={styles.results} aria-label={words.results}>
            {search !== null && (
              <Results search={search} selected={selected} onSelect={setSelected} onGoOn={goOn} onCancel={cancel} />
            )}
          </section>
          <div className={styles.details}>
            {server === null || search === null ? (
              <Empty>{words.choose}</Empty>
            ) : (
              <RegistryServerView
                key={`${server.name} ${server.version}`}
                api={api}
                config={config}
                names={names}
                registry={search.registry}
                found={server}
                others={search.servers}
                onAdded={(name) => {
                  onAdded(name)
                  onClose()
                }}
              />
            )}
          </div>
        </div>
      </div>
    </Sheet>
  )
}

interface ResultsProps {
  readonly search: RegistrySearch
  readonly selected: number | null
  readonly onSelect: (index: number) => void
  readonly onGoOn: () => void
  readonly onCancel: () => void
}

function Results({ search, selected, onSelect, onGoOn, onCancel }: ResultsProps) {
  const { servers, phase, failure, nextCursor, unreadable, registry, text } = search
  const list = useRef<HTMLUListElement>(null)
  /**
   * The number of servers before a request for more. The first new server then gets the focus, because the button may
   * disappear.
   */
  const before = useRef<number | null>(null)
  useEffect(() => {
    if (before.current === null || servers.length <= before.current) return
    list.current?.querySelectorAll('button')[before.current]?.focus()
    before.current = null
  }, [servers.length])
  const summary = () => {
    if (phase === 'asking') return words.asking(registry)
    if (phase === 'cancelled') return words.cancelled
    if (failure !== null) return ''
    const all = servers.length === 0 ? words.nothing(text) : words.found(servers.length, nextCursor !== null)
    return unreadable === 0 ? all : `${all} ${words.unreadable(unreadable)}`
  }
  return (
    <>
      <div className={styles.status}>
        <span role="status">{summary()}</span>
        {phase === 'asking' && (
          <>
            <Elapsed />
            <Button onClick={onCancel}>{words.cancel}</Button>
          </>
        )}
      </div>
      {phase === 'done' && failure !== null && (
        <div className={styles.failure}>
          <p className={controls.error} role="alert">
            {failure}
          </p>
          <HostButton onClick={onGoOn}>{words.retry}</HostButton>
        </div>
      )}
      <ul ref={list}>
        {servers.map(({ name, title, description, version }, index) => (
          <li key={`${name} ${version}`}>
            <button
              type="button"
              className={styles.row}
              aria-current={index === selected}
              onClick={() => onSelect(index)}
            >
              <strong>{title ?? name}</strong>
              {title !== null && <code className={styles.name}>{name}</code>}
              <span className={styles.brief}>{description}</span>
            </button>
          </li>
        ))}
      </ul>
      {phase !== 'asking' && failure === null && nextCursor !== null && (
        <HostButton
          className={styles.more}
          onClick={() => {
            before.current = servers.length
            onGoOn()
          }}
        >
          {words.more}
        </HostButton>
      )}
    </>
  )
}

/** Seconds since the request. They are not announced, unlike the line beside them. */
function Elapsed() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return <span className={controls.hint}>{words.seconds(seconds)}</span>
}

function useRegistries(api: HostApi): {
  readonly registries: readonly string[] | null
  readonly failure: string | null
} {
  const [registries, setRegistries] = useState<readonly string[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    api.listRegistries({}).then(setRegistries, (error: unknown) => setFailure(reasonOf(error)))
  }, [api])
  return { registries, failure }
}
