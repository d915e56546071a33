import { lazy, Suspense, useRef } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { McpServerStatus } from '@shared/contract/mcp'
import { Button } from '../../kit/Button'
import { Strip } from '../../kit/layout/Strip'
import { Empty } from '../../kit/text/Empty'
import { ProblemList } from '../draft/ProblemList'
import type { Config } from '../draft/use-config'
import { useSecretNames } from '../form/use-secret-names'
import { configStrings as words } from '../strings'
import type { JsonEditorHandle } from './JsonEditor'
import styles from '../mcp.module.css'

/** Loaded when first used, because the editor is the largest part of the panel. */
const JsonEditor = lazy(() => import('./JsonEditor').then((module) => ({ default: module.JsonEditor })))

const EMPTY_CONFIG = '{\n  "mcpServers": {}\n}\n'

interface JsonTabProps {
  readonly api: HostApi
  readonly config: Config
  readonly statuses: readonly McpServerStatus[]
  readonly onSave: () => void
}

/** The whole file as text. */
export function JsonTab({ api, config: { editor, draft }, statuses, onSave }: JsonTabProps) {
  const secrets = useSecretNames(api, editor)
  const handle = useRef<JsonEditorHandle>(null)
  const { file, text, problems } = draft
  if (file === null) return draft.failure === null ? <Empty>{words.loading}</Empty> : null
  const known = {
    secrets: secrets.list?.names ?? [],
    toolsOf: (server: string) => statuses.find(({ name }) => name === server)?.tools?.map(({ name }) => name) ?? [],
  }
  return (
    <div className={styles.json}>
      {file.version === '' && text === '' && (
        <p className={styles.note}>
          {words.noFile} <Button onClick={() => editor.edit(EMPTY_CONFIG)}>{words.startFile}</Button>
        </p>
      )}
      <div className={styles.editor}>
        <Suspense fallback={<Empty>{words.loading}</Empty>}>
          <JsonEditor
            ref={handle}
            label={words.editorLabel(file.path)}
            text={text}
            problems={problems}
            known={known}
            onChange={editor.edit}
            onSave={onSave}
          />
        </Suspense>
      </div>
      {secrets.failure !== null && <Strip text={secrets.failure}>{null}</Strip>}
      <ProblemList
        problems={problems}
        onSelect={(problem) => handle.current?.goTo(problem.line, problem.column)}
        onMove={() => void secrets.move(null)}
      />
    </div>
  )
}
