import { useEffect, useRef, useState } from 'react'
import type { BundleDownload as Received, McpBundle } from '@shared/contract/bundles'
import type { HostApi } from '@shared/contract/contract'
import type { BundleOffer } from '@shared/mcp/registry/offer'
import { HostButton } from '../../session/connection/HostButton'
import { BundleSheet } from '../bundle/BundleSheet'
import { reasonOf } from '../draft/reason-of'
import type { Config } from '../draft/use-config'
import { Fact, Facts } from '../look/Facts'
import { registryStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import look from '../look/look.module.css'

interface BundleDownloadProps {
  readonly api: HostApi
  readonly config: Config
  readonly names: readonly string[]
  readonly registry: string
  readonly file: BundleOffer['file']
  readonly onAdded: (name: string) => void
}

/** A bundle in a registry: its address, and a button that downloads it and shows what it would run. */
export function BundleDownload({ api, config, names, registry, file, onAdded }: BundleDownloadProps) {
  const { received, failure, bundle, start, cancel, close } = useDownload(api, registry, file)
  return (
    <div className={look.offer}>
      <Facts>
        <Fact name={words.file} isCode>
          {file.url}
        </Fact>
        <Fact name={words.host} isCode>
          {new URL(file.url).host}
        </Fact>
        <Fact name={words.sha256} isCode>
          {file.sha256}
        </Fact>
      </Facts>
      {failure !== null && (
        <p className={controls.error} role="alert">
          {words.notDownloaded(failure)}
        </p>
      )}
      <div className={look.add}>
        {/* One button for both actions, so that it keeps the focus, even after the sheet of the bundle is closed. */}
        <HostButton {...(received === null && { look: 'primary' })} onClick={received === null ? start : cancel}>
          {received === null ? words.download : words.cancel}
        </HostButton>
        {received === null ? (
          <span className={controls.hint}>{words.downloadHint}</span>
        ) : (
          <>
            <span role="status">{words.downloading(new URL(file.url).host)}</span>
            <progress
              aria-label={words.progress}
              {...(received.totalBytes !== null && { value: received.receivedBytes, max: received.totalBytes })}
            />
            <span className={controls.hint}>{words.received(received.receivedBytes, received.totalBytes)}</span>
          </>
        )}
      </div>
      {bundle !== null && (
        <BundleSheet api={api} config={config} names={names} source={bundle} onAdded={onAdded} onClose={close} />
      )}
    </div>
  )
}

const NOTHING: Received = { receivedBytes: 0, totalBytes: null, bundle: null }

/** Downloads a bundle. `received` is null while no download runs. The download is cancelled with the component. */
function useDownload(api: HostApi, registry: string, { url, sha256 }: BundleOffer['file']) {
  const [received, setReceived] = useState<Received | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [bundle, setBundle] = useState<McpBundle | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const start = () => {
    const { signal } = (abort.current = new AbortController())
    setFailure(null)
    setReceived(NOTHING)
    const follow = async () => {
      for await (const batch of api.downloadBundle({ registry, url, sha256 }, signal)) {
        if (signal.aborted) return
        setReceived(batch.bundle === null ? batch : null)
        setBundle(batch.bundle)
      }
    }
    follow().catch((error: unknown) => {
      if (signal.aborted) return
      setReceived(null)
      setFailure(reasonOf(error))
    })
  }
  const cancel = () => {
    abort.current?.abort()
    setReceived(null)
  }
  return { received, failure, bundle, start, cancel, close: () => setBundle(null) }
}
