import { visibleLine } from '@shared/base/visible-text'
import type { McpProgram, McpVariable } from '@shared/contract/mcp'

/**
 * A program that needs consent, as lines for a terminal. Each line begins with a fixed word and contains one value of
 * the config, so that no text of the config looks like a line or question of this program.
 */
export function programLines({
  isRemote,
  server,
  configFile,
  line,
  folder,
  variables,
  envFile,
  fault,
}: McpProgram): readonly string[] {
  return [
    `server    ${visibleLine(server)}`,
    `file      ${visibleLine(configFile)}`,
    `${isRemote ? 'reaches ' : 'runs    '}  ${visibleLine(line)}`,
    ...(folder === null ? [] : [`in        ${visibleLine(folder)}`]),
    ...variables.map((variable) => `${isRemote ? 'header  ' : 'variable'}  ${describe(variable)}`),
    ...(envFile === null
      ? []
      : [
          `envFile   ${visibleLine(envFile.path)}`,
          `SHA-256   ${envFile.sha256 ?? 'unknown'}`,
          ...envFile.variables.map((variable) => `variable  ${describe(variable)}`),
        ]),
    ...(fault === null ? [] : [`but       ${visibleLine(fault)}`]),
  ]
}

const describe = ({ text, decides }: McpVariable): string =>
  `${visibleLine(text)}${decides ? '   (decides what is loaded or run)' : ''}`
