/** The subset of JSON Schema that a kind of endpoint reads. Each rule names the page or public report it is from. */
export interface SchemaRules {
  /** Keywords that are read; null: all. The content of other keywords moves into the description. */
  readonly keywords: ReadonlySet<string> | null
  /** Whether `oneOf`, `anyOf`, `allOf`, `not`, `enum` and `if` are allowed at the root. */
  readonly rootUnions: boolean
  /** Whether an array needs `items`. */
  readonly needsItems: boolean
  /** Whether `type` may be a list, and `null` a type; otherwise `nullable` and `anyOf` express that. */
  readonly typeLists: boolean
  /** Whether every schema needs a `type`, and may have no `anyOf` beside other keywords. */
  readonly needsType: boolean
  /** Whether the values of an `enum` may be empty, or other than strings. */
  readonly anyEnum: boolean
  /** Formats that are read, by type; null: all. */
  readonly formats: Readonly<Record<string, readonly string[]>> | null
  /** Whether `$ref` and `$defs` are read. */
  readonly references: boolean
  /** Names of properties at the root; null: any. */
  readonly propertyNames: RegExp | null
  /** Whether a tool without parameters has an empty object as its parameters; otherwise it has none. */
  readonly emptyParameters: boolean
}

/** The rules of a server that follows JSON Schema 2020-12. */
const full: SchemaRules = {
  keywords: null,
  rootUnions: true,
  needsItems: false,
  typeLists: true,
  needsType: false,
  anyEnum: true,
  formats: null,
  references: true,
  propertyNames: null,
  emptyParameters: true,
}

/**
 * `rootUnions`: "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level"
 * (langchainjs#9804, notion-mcp-server#340). `needsItems`: "array schema missing items" (mcp-digitalocean#265,
 * aichat#1049).
 */
const openai: SchemaRules = { ...full, rootUnions: false, needsItems: true }

/**
 * `rootUnions`: "input_schema does not support oneOf, allOf, or anyOf at the top level" (perplexity-node#11,
 * claude-code#95504). `propertyNames`: "Property keys should match pattern" (claude-code#79418, composio#2330).
 */
const anthropic: SchemaRules = { ...full, rootUnions: false, propertyNames: /^[a-zA-Z0-9_.-]{1,64}$/ }

/**
 * https://ai.google.dev/api/caching#Schema, and limits from reports. `keywords`: "Unknown name … Cannot find field"
 * (5ire#42). `typeLists`: "Proto field is not repeating, cannot start list" (aoci-code#61). `needsType`: "schema didn't
 * specify the schema type field" (Ombre-Brain#119), "When using any_of, it must be the only field set". `formats`:
 * "only 'enum' and 'date-time' are supported for STRING type" (gemini-cli#2237). `anyEnum`: "enum[0]: cannot be empty"
 * (opencode#5846). `needsItems`: "items: missing field".
 */
const gemini: SchemaRules = {
  keywords: new Set([
    'type',
    'description',
    'enum',
    'items',
    'properties',
    'required',
    'nullable',
    'format',
    'minItems',
    'maxItems',
    'anyOf',
  ]),
  rootUnions: false,
  needsItems: true,
  typeLists: false,
  needsType: true,
  anyEnum: false,
  formats: {
    string: ['enum', 'date-time'],
    number: ['float', 'double'],
    integer: ['int32', 'int64'],
  },
  references: false,
  propertyNames: null,
  emptyParameters: true,
}

/** Rules that every endpoint accepts, for a tool that was refused. `emptyParameters`: "should be non-empty", Gemini. */
const least: SchemaRules = { ...gemini, propertyNames: anthropic.propertyNames, formats: {}, emptyParameters: false }

export const SCHEMA_RULES = { full, openai, anthropic, gemini, least } as const
export type SchemaForm = keyof typeof SCHEMA_RULES
