import type { Import } from './imports.ts'

const ENTRY = 'src-renderer/main.tsx'
/** Larger than anything of ours, and wanted by sheets alone: they bring it when they are opened. */
const SCHEMAS = 'zod'

/** What brings the library of schemas into the part of the page that is read before it shows anything. */
export function schemasInEntry(imports: readonly Import[]): readonly string[] {
  const wantedBy = new Map<string, Import[]>()
  for (const one of imports)
    if (!one.isOfTypes && !one.isLater) wantedBy.set(one.from, [...(wantedBy.get(one.from) ?? []), one])
  const reached = new Set([ENTRY])
  for (const file of reached) for (const { to } of wantedBy.get(file) ?? []) reached.add(to)
  return [...reached]
    .filter((file) => wantedBy.get(file)?.some(({ to }) => to === SCHEMAS))
    .map((file) => `${file} imports ${SCHEMAS}, and ${ENTRY} reaches it without a dynamic import.`)
}
