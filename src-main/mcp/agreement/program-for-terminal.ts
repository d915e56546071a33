import type { McpProgram, McpVariable } from '@shared/contract/mcp'
import { visibleLine } from '@shared/base/visible-text'

/**
 * A program that is to be agreed to, as lines for a terminal. Each begins with a word of ours, and none holds more than
 * one thing of the config, so that nothing in it can be taken for a line, or for a question, of ours.
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
