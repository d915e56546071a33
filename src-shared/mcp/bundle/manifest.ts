import { z } from 'zod'
import { tryParseJson } from '../../base/json/bound-json'
import { plainLine, visibleLine } from '../../base/visible-text'

/**
 * The manifest of an MCP bundle (MCPB manifest 0.1 to 0.4, formerly DXT). Displayed texts are made visible, on one
 * line; texts for the entry are unchanged.
 */
export type BundleManifest = z.output<typeof manifest>
export type UserOption = z.output<typeof userOption>

const MAX_ITEMS = 60

const line = (most: number) => z.string().transform((text) => visibleLine(text, most))
const optionalLine = (most: number) =>
  line(most)
    .nullish()
    .catch(null)
    .transform((text) => text ?? null)
const exact = z.string().max(2000)
const words = z.array(exact).max(MAX_ITEMS).default([])
const table = z.record(exact, exact).default({})

const program = z.object({ command: exact.min(1), args: words, env: table })

const userOption = z.object({
  type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
  title: optionalLine(200),
  description: optionalLine(500),
  required: z.boolean().default(false),
  default: z.union([z.string().max(2000), z.number(), z.boolean(), z.array(exact).max(MAX_ITEMS)]).optional(),
  multiple: z.boolean().default(false),
  sensitive: z.boolean().default(false),
  min: z.number().nullable().default(null),
  max: z.number().nullable().default(null),
})

const manifest = z.object({
  name: z.string().transform((text) => plainLine(text, 100)),
  display_name: optionalLine(100),
  version: line(100),
  description: optionalLine(500),
  author: z.object({ name: line(200), url: optionalLine(500) }),
  repository: z
    .object({ url: optionalLine(500) })
    .nullish()
    .catch(null),
  license: optionalLine(100),
  server: z.object({
    type: line(40),
    mcp_config: program.extend({ platform_overrides: z.record(exact, program.partial()).default({}) }).optional(),
  }),
  tools: z
    .array(z.object({ name: line(100), description: optionalLine(300) }))
    .max(500)
    .catch([]),
  compatibility: z
    .object({ platforms: z.array(line(40)).max(10).nullish() })
    .nullish()
    .catch(null),
  user_config: z.record(z.string().regex(/^[\w.-]{1,100}$/), userOption).default({}),
})

/** Null if the text is not a manifest of a bundle. */
export function readManifest(text: string): BundleManifest | null {
  const parsed = manifest.safeParse(tryParseJson(text))
  return parsed.success ? parsed.data : null
}
