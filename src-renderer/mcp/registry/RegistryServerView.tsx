import { useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import { lookAlike } from '@shared/mcp/registry/look-alike'
import type { BundleOffer, Offer } from '@shared/mcp/registry/offer'
import { offersOf } from '@shared/mcp/registry/offers'
import type { RegistryServer } from '@shared/mcp/registry/registry-server'
import { SHIPPED_SERVERS } from '@shared/mcp/shipped-servers'
import { HostButton } from '../../session/connection/HostButton'
import { reasonOf } from '../draft/reason-of'
import type { Config } from '../draft/use-config'
import { Fact, Facts, Notes, Refused } from '../look/Facts'
import { OfferForm } from '../look/OfferForm'
import { BundleDownload } from './BundleDownload'
import { registryStrings as words } from './strings'
import { firstOf } from './use-registry-search'
import controls from '../../kit/controls.module.css'
import look from '../look/look.module.css'
import styles from './registry.module.css'

interface RegistryServerViewProps {
  readonly api: HostApi
  readonly config: Config
  readonly names: readonly string[]
  readonly registry: string
  readonly found: RegistryServer
  /** The other servers of the search, to warn about similar names. */
  readonly others: readonly RegistryServer[]
  readonly onAdded: (name: string) => void
}

/** A server as the registry describes it, and the ways to use it. */
export function RegistryServerView({ api, config, names, registry, found, others, onAdded }: RegistryServerViewProps) {
  const [server, setServer] = useState(found)
  const { versions, failure, load } = useVersions(api, registry, found)
  const offers = offersOf(server, registry)
  const [chosen, setChosen] = useState<number | null>(null)
  const usable = offers.findIndex(({ refused }) => refused === null)
  const at = chosen ?? Math.max(usable, 0)
  const offer = offers[at]
  const notes = notesOn(server, others, names)
  const title = server.title ?? server.name
  return (
    <section ref={showBeginning} className={look.server} aria-label={words.about(server.name)}>
      <h3 className={look.title}>{title}</h3>
      {server.description !== '' && <p>{server.description}</p>}
      <Facts>
        <Fact name={words.name} isCode>
          {server.name}
        </Fact>
        <Fact name={words.namespace} isCode>
          {server.name.split('/')[0]}
        </Fact>
        <Fact name={words.repository} isCode>
          {server.repository}
        </Fact>
        <Fact name={words.website} isCode>
          {server.website}
        </Fact>
        <Fact name={words.version}>
          {versions === null ? (
            <>
              {words.published(server.version, server.publishedAt)}{' '}
              <HostButton look="link" onClick={load}>
                {words.otherVersions}
              </HostButton>
            </>
          ) : (
            <select
              className={controls.choice}
              aria-label={words.version}
              autoFocus
              value={server.version}
              onChange={({ target }) => {
                setServer(versions.find(({ version }) => version === target.value) ?? found)
                setChosen(null)
              }}
            >
              {versions.map(({ version, publishedAt }) => (
                <option key={version} value={version}>
                  {words.published(version, publishedAt)}
                </option>
              ))}
            </select>
          )}
        </Fact>
      </Facts>
      {failure !== null && (
        <p className={controls.error} role="alert">
          {failure}
        </p>
      )}
      <Notes notes={notes} />
      {offers.length > 1 && (
        <fieldset className={styles.ways}>
          <legend className={controls.label}>{words.ways}</legend>
          {offers.map(({ label }, index) => (
            <label key={`${index} ${label}`} className={controls.check}>
              <input type="radio" name="way" checked={index === at} onChange={() => setChosen(index)} />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      )}
      <Way
        key={`${server.version} ${at}`}
        {...{ api, config, names, registry, offer, onAdded }}
        wish={server.name.split('/').at(-1) ?? ''}
      />
    </section>
  )
}

interface WayProps extends Omit<RegistryServerViewProps, 'found' | 'others'> {
  /** Undefined if there is no offer. */
  readonly offer: Offer | BundleOffer | undefined
  readonly wish: string
}

function Way({ api, config, names, registry, offer, wish, onAdded }: WayProps) {
  if (offer === undefined) return <p>{words.noWays}</p>
  if (offer.refused !== null) return <Refused>{offer.refused}</Refused>
  const shared = { api, config, names, onAdded }
  return 'file' in offer ? (
    <BundleDownload {...shared} registry={registry} file={offer.file} />
  ) : (
    <OfferForm {...shared} wish={wish} offer={offer} />
  )
}

/** Scrolls to the section, which is below the results in a short window. */
const showBeginning = (section: HTMLElement | null) => section?.scrollIntoView?.({ block: 'nearest' })

function notesOn(server: RegistryServer, others: readonly RegistryServer[], names: readonly string[]): string[] {
  const own = server.name.split('/').at(-1) ?? ''
  const twin = lookAlike(
    server.name,
    others.map(({ name }) => name),
  )
  const configured = names.includes(own) ? own : lookAlike(own, names)
  const shipped = Object.keys(SHIPPED_SERVERS)
  const isShipped = shipped.includes(own) ? own : lookAlike(own, shipped)
  return [
    ...(server.status === 'deprecated' ? [words.deprecated(server.statusMessage)] : []),
    ...(twin === null ? [] : [words.looksLike(twin)]),
    ...(configured === null ? [] : [words.alreadyThere(configured)]),
    ...(isShipped === null ? [] : [words.shipped(isShipped)]),
    ...(server.unreadable === 0 ? [] : [words.unreadableWays(server.unreadable)]),
  ]
}

/** The versions of a server, loaded on request; `versions` is null before. */
function useVersions(api: HostApi, registry: string, { name }: RegistryServer) {
  const [versions, setVersions] = useState<readonly RegistryServer[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const load = () => {
    setFailure(null)
    firstOf(api.listRegistryVersions({ registry, name }, new AbortController().signal)).then(
      ({ servers }) => (servers.length === 0 ? setFailure(words.onlyVersion) : setVersions(servers)),
      (error: unknown) => setFailure(reasonOf(error)),
    )
  }
  return { versions, failure, load }
}
