import cluster from '../../../../docs/cluster.md?raw'
import experiments from '../../../../docs/experiments.md?raw'
import explorer from '../../../../docs/explorer.md?raw'
import exports from '../../../../docs/exports.md?raw'
import game from '../../../../docs/game.md?raw'
import install from '../../../../docs/install.md?raw'
import knowledge from '../../../../docs/knowledge.md?raw'
import localModels from '../../../../docs/local-models.md?raw'
import mcp from '../../../../docs/mcp.md?raw'
import mind from '../../../../docs/mind.md?raw'
import servers from '../../../../docs/servers.md?raw'
import settings from '../../../../docs/settings.md?raw'
import tracing from '../../../../docs/tracing.md?raw'
import window from '../../../../docs/window.md?raw'
import zorkgptServer from '../../../../docs/zorkgpt-server.md?raw'
import README from '../../../../README.md?raw'
import { HELP_DOCUMENTS, type HelpDocument } from '../../../session/help/help-places'
import { legendSection } from './legend-section'
import { readDocument, type Section } from './read-document'

const TEXTS: Readonly<Record<HelpDocument, string>> = {
  README,
  install,
  window,
  settings,
  mcp,
  'local-models': localModels,
  mind,
  knowledge,
  experiments,
  exports,
  explorer,
  servers,
  'zorkgpt-server': zorkgptServer,
  cluster,
  tracing,
  game,
}

const read = new Map<HelpDocument, readonly Section[]>()

/** The sections of a document, parsed when first used. */
export function sectionsOf(document: HelpDocument): readonly Section[] {
  const sections = read.get(document) ?? readDocument(document, TEXTS[document])
  read.set(document, sections)
  return sections
}

export const allSections = (): readonly Section[] => [...HELP_DOCUMENTS.flatMap(sectionsOf), legendSection()]
