import { FolderOpen } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { McpImportSource } from '@shared/contract/mcp'
import { rawAt } from '@shared/mcp/jsonc-edit'
import { addServer, freeName, pathOf } from '@shared/mcp/mcp-document'
import { readSnippet } from '@shared/mcp/mcp-import'
import { Button } from '../../kit/Button'
import { Sheet } from '../../kit/overlay/Sheet'
import { HostButton } from '../../session/connection/HostButton'
import { bundleStrings } from '../bundle/strings'
import { reasonOf } from '../draft/reason-of'
import type { Config } from '../draft/use-config'
import { configStrings as words } from '../strings'
import { type Candidate, ImportPreview } from './ImportPreview'
import controls from '../../kit/controls.module.css'
import form from '../../kit/overlay/SheetForm.module.css'
import styles from '../mcp.module.css'

interface ImportSheetProps {
  readonly api: HostApi
  readonly config: Config
  readonly onAdded: (name: string) => void
  readonly onBundle: (file: File) => void
  readonly onClose: () => void
}

/**
 * Imports servers from a pasted snippet or from the files of other clients into the draft, which the user then saves.
 */
export function ImportSheet({ api, config: { editor, draft, servers }, onAdded, onBundle, onClose }: ImportSheetProps) {
  const [snippet, setSnippet] = useState('')
  /** Candidates whose default the user changed. Pasted servers are selected by default, found ones are not. */
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<string | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const { sources, fault: searchFault } = useSources(api)
  const pasted = useMemo(() => readSnippet(snippet), [snippet])
  const candidates: readonly Candidate[] = [
    ...pasted.servers.map((server) => ({ id: `pasted ${server.name}`, path: null, source: words.pasted, server })),
    ...(sources ?? []).flatMap(({ client, path, servers: found }) =>
      found.map((server) => ({ id: `${path} ${server.name}`, path, source: client, server })),
    ),
  ]
  const isPasted = ({ path }: Candidate) => path === null
  const picked = candidates.filter((candidate) => isPasted(candidate) !== flipped.has(candidate.id))
  const canAdd = picked.length > 0 && !isAdding
  const paste = (text: string) => {
    setSnippet(text)
    setFailure(null)
  }
  const pick = (candidate: Candidate, on: boolean) => {
    const others = [...flipped].filter((id) => id !== candidate.id)
    setFlipped(new Set(on === isPasted(candidate) ? others : [...others, candidate.id]))
  }
  const add = async () => {
    if (!canAdd) return
    setIsAdding(true)
    try {
      // The secrets are stored first, because an entry must not refer to a secret that could not be stored.
      await editor.storeSecrets(
        picked.flatMap(({ server }) => server.secrets.map(({ name }) => name)),
        async () => {
          for (const candidate of picked) await keepSecrets(api, candidate)
        },
      )
    } catch (error) {
      setIsAdding(false)
      return setFailure(words.secretNotKept(reasonOf(error)))
    }
    const names = servers.map(({ name }) => name)
    let { text } = editor.draft.getState()
    for (const { server } of picked) {
      const name = freeName(names, server.name)
      names.push(name)
      text = addServer(text, name, server.entry)
    }
    editor.edit(text)
    onAdded(names.at(-1) ?? '')
    onClose()
  }
  const isInDraft = ({ server }: Candidate) => rawAt(draft.text, [...pathOf(draft.text), server.name]) !== null
  return (
    <Sheet title={words.importTitle} onClose={onClose}>
      <div className={form.body}>
        <label className={controls.field}>
          <span className={controls.label}>{words.paste}</span>
          <textarea
            className={`${controls.input} ${styles.snippet}`}
            rows={5}
            spellCheck={false}
            data-first-stop
            placeholder={words.pasteHint}
            value={snippet}
            onChange={({ target }) => paste(target.value)}
          />
        </label>
        <div>
          <Button onClick={() => chooseBundle(onBundle)}>
            <FolderOpen size={15} aria-hidden />
            {bundleStrings.open}
          </Button>
        </div>
        {snippet.trim() !== '' && pasted.fault !== null && (
          <p className={controls.error} role="status">
            {pasted.fault}
          </p>
        )}
        <ImportPreview
          candidates={candidates}
          isPicked={(candidate) => picked.includes(candidate)}
          isInDraft={isInDraft}
          onPick={pick}
        />
        {sources === null && searchFault === null && <p className={controls.hint}>{words.searching}</p>}
        {searchFault !== null && (
          <p className={controls.error} role="status">
            {words.searchFailed(searchFault)}
          </p>
        )}
        {sources
          ?.filter(({ fault }) => fault !== null)
          .map(({ client, path, fault }) => (
            <p key={path} className={controls.hint}>
              {words.sourceFault(client, path, fault ?? '')}
            </p>
          ))}
        {sources?.length === 0 && <p className={controls.hint}>{words.noOtherClients}</p>}
        {failure !== null && (
          <p className={controls.error} role="alert">
            {failure}
          </p>
        )}
        <div className={form.buttons}>
          <Button onClick={onClose}>{words.cancel}</Button>
          <HostButton look="primary" aria-disabled={!canAdd} onClick={() => void add()}>
            {words.addChosen(picked.length)}
          </HostButton>
        </div>
      </div>
    </Sheet>
  )
}

function chooseBundle(onChosen: (file: File) => void): void {
  const input = Object.assign(document.createElement('input'), { type: 'file', accept: '.mcpb,.dxt' })
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    if (file) onChosen(file)
  })
  input.click()
}

async function keepSecrets(api: HostApi, { path, server }: Candidate): Promise<void> {
  if (path !== null) {
    if (server.secrets.length > 0) await api.keepImportedSecrets({ path, server: server.name })
    return
  }
  for (const { name, value } of server.secrets) if (value !== null) await api.setSecret({ name, value })
}

/** `sources` is null until the search for other clients has ended; `fault` is its error. */
function useSources(api: HostApi): {
  readonly sources: readonly McpImportSource[] | null
  readonly fault: string | null
} {
  const [sources, setSources] = useState<readonly McpImportSource[] | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    api.findMcpImports({}).then(setSources, (error: unknown) => setFault(reasonOf(error)))
  }, [api])
  return { sources, fault }
}
