import type { ReactNode } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { McpServerStatus } from '@shared/contract/mcp'
import type { McpOffered, McpOfferedPrompt } from '@shared/contract/mcp-visits'
import { type ServerForm, setField } from '@shared/mcp/mcp-document'
import { Button } from '../../kit/Button'
import { HostButton } from '../../session/connection/HostButton'
import { ConfirmRun } from '../agree/ConfirmRun'
import type { Config } from '../draft/use-config'
import type { ServerTest } from '../server/server-tests'
import { OfferIcon } from '../tools/OfferIcon'
import { PromptRow } from './PromptRow'
import { ResourceRow, TemplateRow } from './ResourceRow'
import { offerStrings as words } from './strings'
import { useVisit, type Visiting } from './use-visit'
import controls from '../../kit/controls.module.css'
import tools from '../tools/tools.module.css'
import styles from './offers.module.css'

interface OffersTabProps {
  readonly api: HostApi
  readonly config: Config
  readonly server: string
  /**
   * The resources and prompts that the server's entry adds to every prompt; null for a server that is edited elsewhere.
   */
  readonly attached: ServerForm['attach'] | null
  readonly status: McpServerStatus | null
  readonly test: ServerTest | null
}

/** Resources and prompts of the server. The agent gets those that are added to every prompt; a person can read any. */
export function OffersTab({ api, config, server, attached, status, test }: OffersTabProps) {
  const { editor, draft } = config
  const visiting = useVisit(api, server)
  const { visit } = visiting
  const known = test?.test?.tools ? test.test : status
  const isReady = visit?.state === 'ready'
  const open = isReady ? visit : null
  const resources = visit?.about ? visit.resources : (known?.resources?.map(asOffer) ?? null)
  const prompts = visit?.about ? visit.prompts : (known?.prompts?.map(asPrompt) ?? null)
  const templates = visit?.templates ?? []
  const attachment = (kind: 'resources' | 'prompts', id: string) => ({
    isAttached: attached && attached[kind].includes(id),
    onAttach(isAttached: boolean) {
      if (attached === null) return
      const others = attached[kind].filter((each) => each !== id)
      editor.edit(
        setField(draft.text, server, 'attach', { ...attached, [kind]: isAttached ? [...others, id] : others }),
      )
    },
  })
  const shared = { api, server, visit: open }
  const isEmpty = resources?.length === 0 && prompts?.length === 0 && templates.length === 0
  return (
    <div className={styles.tab}>
      <SessionLine visiting={visiting} onOpen={() => visiting.open(draft.text)} />
      {resources === null && prompts === null && <p className={controls.hint}>{words.unknown}</p>}
      {isEmpty && <p className={controls.hint}>{words.nothing}</p>}
      <Offers title={words.resources}>
        {resources?.map((resource) => (
          <ResourceRow key={resource.id} {...shared} {...attachment('resources', resource.id)} resource={resource} />
        ))}
      </Offers>
      <Offers title={words.templates}>
        {templates.map((template) => (
          <TemplateRow key={template.id} {...shared} template={template} />
        ))}
      </Offers>
      <Offers title={words.prompts}>
        {prompts?.map((prompt) => (
          <PromptRow key={prompt.id} {...shared} {...attachment('prompts', prompt.id)} prompt={prompt} />
        ))}
      </Offers>
      {visiting.isUnagreed && (
        <ConfirmRun
          api={api}
          config={config}
          text={draft.text}
          server={server}
          onCancel={visiting.close}
          onAgreed={() => visiting.open(draft.text)}
        />
      )}
    </div>
  )
}

function Offers({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] | undefined }) {
  if (!children || children.length === 0) return null
  return (
    <section aria-label={title}>
      <h4 className={styles.title}>{title}</h4>
      <ul>{children}</ul>
    </section>
  )
}

function SessionLine({ visiting, onOpen }: { readonly visiting: Visiting; readonly onOpen: () => void }) {
  const { visit, refusal, close } = visiting
  const isOpen = visit !== null && visit.state !== 'ended'
  const failure = refusal ?? (visit?.error ? words.ended(visit.error) : null)
  return (
    <section className={styles.session} aria-label={words.session}>
      {isOpen ? (
        <Button onClick={close}>{words.close}</Button>
      ) : (
        <HostButton className={controls.button} onClick={onOpen}>
          {words.open}
        </HostButton>
      )}
      <div className={tools.about}>
        {visit === null && <p className={controls.hint}>{words.openHint}</p>}
        {visit?.state === 'connecting' && <p role="status">{words.connecting}</p>}
        {visit?.about && (
          <p className={styles.server} role="status">
            <OfferIcon src={visit.about.icon} />
            {words.about(visit.about.title, visit.about.version)}
          </p>
        )}
        {visit?.about?.instructions && (
          <details>
            <summary>{words.instructions}</summary>
            <pre tabIndex={0}>{visit.about.instructions}</pre>
          </details>
        )}
        {failure !== null && (
          <p role="alert" className={controls.error}>
            {failure}
          </p>
        )}
      </div>
    </section>
  )
}

type Known<Kind extends 'resources' | 'prompts'> = NonNullable<McpServerStatus[Kind]>[number]

const asOffer = ({ uri, name, description }: Known<'resources'>): McpOffered => ({
  id: uri,
  title: name,
  description,
  icon: null,
  facts: [],
})
const asPrompt = ({ name, description }: Known<'prompts'>): McpOfferedPrompt => ({
  id: name,
  title: name,
  description,
  icon: null,
  facts: [],
  arguments: [],
})
