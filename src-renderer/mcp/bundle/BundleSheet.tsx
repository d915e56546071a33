import { useEffect, useMemo, useState } from 'react'
import type { McpBundle } from '@shared/contract/bundles'
import type { HostApi } from '@shared/contract/contract'
import { offerBundle } from '@shared/mcp/bundle/bundle-offer'
import { Sheet } from '../../kit/overlay/Sheet'
import { reasonOf } from '../draft/reason-of'
import type { Config } from '../draft/use-config'
import { Fact, Facts } from '../look/Facts'
import { OfferForm } from '../look/OfferForm'
import { bundleStrings as words } from './strings'
import { uploadBundle } from './upload-bundle'
import controls from '../../kit/controls.module.css'
import look from '../look/look.module.css'
import styles from './bundle.module.css'

interface BundleSheetProps {
  readonly api: HostApi
  readonly config: Config
  readonly names: readonly string[]
  /** A file, or a bundle that the host already has open. */
  readonly source: File | McpBundle
  readonly onAdded: (name: string) => void
  readonly onClose: () => void
}

/** Shows what a bundle would run, and a form for its options. The bundle is unpacked when it is added to the draft. */
export function BundleSheet({ api, config, names, source, onAdded, onClose }: BundleSheetProps) {
  const { bundle, failure } = useBundle(api, source)
  return (
    <Sheet title={words.title} size="page" onClose={onClose}>
      <div className={styles.sheet}>
        {bundle === null && failure === null && (
          <p role="status">{source instanceof File && words.reading(source.name)}</p>
        )}
        {failure !== null && (
          <p className={controls.error} role="alert">
            {words.failed(failure)}
          </p>
        )}
        {bundle && (
          <Bundle
            api={api}
            config={config}
            names={names}
            bundle={bundle}
            isChecked={!(source instanceof File)}
            onAdded={(name) => {
              onAdded(name)
              onClose()
            }}
          />
        )}
      </div>
    </Sheet>
  )
}

interface BundleProps extends Omit<BundleSheetProps, 'source' | 'onClose'> {
  readonly bundle: McpBundle
  /** Whether the bundle's SHA-256 matches the one that a registry gives. */
  readonly isChecked: boolean
}

function Bundle({ api, config, names, bundle, isChecked, onAdded }: BundleProps) {
  const { manifest, files, unpackedBytes, place, sha256 } = bundle
  const offer = useMemo(() => offerBundle(manifest, place), [manifest, place])
  return (
    <section className={look.server} aria-label={words.about(manifest.name)}>
      <h3 className={look.title}>{manifest.display_name ?? manifest.name}</h3>
      {manifest.description !== null && <p>{manifest.description}</p>}
      <Facts>
        <Fact name={words.name} isCode>
          {manifest.name}
        </Fact>
        <Fact name={words.author}>{manifest.author.name}</Fact>
        <Fact name={words.version}>{manifest.version}</Fact>
        <Fact name={words.repository} isCode>
          {manifest.repository?.url ?? null}
        </Fact>
        <Fact name={words.license}>{manifest.license}</Fact>
        <Fact name={words.content}>{words.files(files, unpackedBytes)}</Fact>
        <Fact name={words.folder} isCode>
          {place.folder}
        </Fact>
      </Facts>
      <p className={controls.hint}>{isChecked ? words.fromRegistry : words.unsigned}</p>
      {manifest.tools.length > 0 && (
        <details>
          <summary>{words.tools(manifest.tools.length)}</summary>
          <ul className={styles.tools}>
            {manifest.tools.map(({ name, description }) => (
              <li key={name}>
                <code>{name}</code> {description}
              </li>
            ))}
          </ul>
        </details>
      )}
      <OfferForm
        api={api}
        config={config}
        names={names}
        wish={manifest.name}
        offer={offer}
        prepare={() => api.installBundle({ sha256 })}
        onAdded={onAdded}
      />
    </section>
  )
}

function useBundle(api: HostApi, source: File | McpBundle) {
  const [bundle, setBundle] = useState<McpBundle | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const closing = new AbortController()
    let opened: string | null = null
    const forget = () => {
      if (opened !== null) api.closeBundle({ sha256: opened }).catch(() => {})
    }
    const opening = source instanceof File ? uploadBundle(api, source, closing.signal) : Promise.resolve(source)
    opening.then(
      (read) => {
        opened = read.sha256
        if (closing.signal.aborted) forget()
        else setBundle(read)
      },
      (error: unknown) => closing.signal.aborted || setFailure(reasonOf(error)),
    )
    return () => {
      closing.abort()
      forget()
    }
  }, [api, source])
  return { bundle, failure }
}
