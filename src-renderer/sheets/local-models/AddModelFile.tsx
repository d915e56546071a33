import { useEffect, useState } from 'react'
import { Button } from '../../kit/Button'
import { reachHost } from '../../session/connection/connection-store'
import { uploadModel, useDroppedModels } from '../../session/files/upload-model'
import { AddFile, useAdding } from '../shelf/AddFile'
import { localModelStrings as words } from './strings'
import styles from './LocalModelsSheet.module.css'

interface Copying {
  readonly fileName: string
  readonly share: number
  readonly stop: AbortController
}

/** Adds a model from a file, which is copied, or by its path. */
export function AddModelFile() {
  const adding = useAdding()
  const [copying, setCopying] = useState<Copying | null>(null)
  const stop = copying?.stop
  useEffect(() => () => stop?.abort(), [stop])
  const copy = (file: File) =>
    adding.add(async () => {
      const begun = { fileName: file.name, share: 0, stop: new AbortController() }
      const { signal } = begun.stop
      setCopying(begun)
      try {
        return words.added(await uploadModel(file, signal, (share) => setCopying({ ...begun, share })))
      } catch (error) {
        if (signal.aborted) return null
        throw error
      } finally {
        setCopying(null)
      }
    })
  const [dropped] = useDroppedModels(({ files }) => files)
  useEffect(() => {
    if (copying !== null || dropped === undefined) return undefined
    const timer = setTimeout(() => {
      useDroppedModels.setState(({ files }) => ({ files: files.slice(1) }))
      void copy(dropped)
    })
    return () => clearTimeout(timer)
  })
  return (
    <AddFile
      words={words}
      accept=".gguf"
      adding={adding}
      onFile={(file) => void copy(file)}
      onPath={async (path) => words.added((await reachHost().addModelFile({ path })).name)}
      progress={
        copying && (
          <div className={styles.row}>
            <progress aria-label={words.copying(copying.fileName)} value={copying.share} max={1} />
            <Button onClick={() => copying.stop.abort()}>{words.cancel}</Button>
          </div>
        )
      }
    />
  )
}
