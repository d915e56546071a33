import type { LoggedEvent, LoggedOf } from './event'
import type { TypeWith, ValuesOf } from './text-fields'

export const SECRET_KINDS = ['key', 'path'] as const
type SecretKind = (typeof SECRET_KINDS)[number]

const PATTERNS: readonly {
  readonly kind: SecretKind
  readonly pattern: RegExp
  readonly mark: (before: string) => string
}[] = [
  {
    kind: 'key',
    pattern: /()\b(?:sk|pk|rk|gh[pousr]|github_pat|glpat|hf|xox[abeprs]|AIza|AKIA)[-_A-Za-z0-9]{16,}/g,
    mark: () => '[key]',
  },
  { kind: 'key', pattern: /\b(Bearer|Basic)\s+[-._~+/A-Za-z0-9]{8,}=*/g, mark: (scheme) => `${scheme} [key]` },
  {
    kind: 'path',
    pattern:
      /()(?:\/(?:home|Users|root|tmp|var|opt|usr|etc|mnt|media|srv|run|Volumes|private)\/|\b[A-Za-z]:\\)[^\s"'`<>|:;,)\]}]*/g,
    mark: () => '[path]',
  },
]

/** A fast test of an event's JSON: most events have no secret and are returned unchanged. */
const SUSPICIOUS = new RegExp(PATTERNS.map(({ pattern }) => pattern.source).join('|'))

/** Private data that the user chose to include in an export. */
export interface Included {
  readonly key: boolean
  readonly path: boolean
  /** The `machine` fields of TEXT_FIELDS: settings and endpoint. */
  readonly settings: boolean
}

export const includeNothing: Included = { key: false, path: false, settings: false }

export interface Finding {
  readonly kind: SecretKind
  readonly text: string
  readonly times: number
}

interface Redacted {
  readonly events: readonly LoggedEvent[]
  /** Every distinct secret outside the settings, even if included, in order of discovery. */
  readonly findings: readonly Finding[]
}

const hideMachine = ({ player }: LoggedOf<TypeWith<'machine'>>) => ({
  settings: {},
  player: { ...player, base_url: null },
})
/** Values that replace the `machine` fields of an event. */
const HIDDEN: { readonly [Type in TypeWith<'machine'>]: (event: LoggedOf<Type>) => ValuesOf<Type, 'machine'> } = {
  episode_started: hideMachine,
  episode_forked: hideMachine,
}
const namesMachine = (event: LoggedEvent): event is LoggedOf<keyof typeof HIDDEN> =>
  Object.hasOwn(HIDDEN, event.event_type)
const hidden = <Type extends keyof typeof HIDDEN>(type: Type, event: LoggedOf<Type>) => ({
  ...event,
  ...HIDDEN[type](event),
})

/** Removes the private data that is not included. */
export function redactEvents(events: readonly LoggedEvent[], kept: Included = includeNothing): Redacted {
  const work = redacting(events, kept)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/**
 * Like `redactEvents`, but yields the number of finished events after each, so that a caller can yield to other work.
 */
export function* redacting(
  events: readonly LoggedEvent[],
  kept: Included = includeNothing,
): Generator<number, Redacted> {
  const findings = new Map<string, Finding>()
  const blank = (text: string): string =>
    PATTERNS.reduce(
      (seen, { kind, pattern, mark }) =>
        seen.replace(pattern, (found: string, before: string) => {
          findings.set(found, { kind, text: found, times: (findings.get(found)?.times ?? 0) + 1 })
          return kept[kind] ? found : mark(before)
        }),
      text,
    )
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return blank(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [blank(name), walk(field)]))
  }
  const redact = (event: LoggedEvent): LoggedEvent => {
    if (!namesMachine(event)) return SUSPICIOUS.test(JSON.stringify(event)) ? (walk(event) as LoggedEvent) : event
    const { settings, ...manifest } = event
    const rest = walk(manifest) as typeof manifest
    const whole = { ...rest, settings }
    return kept.settings ? whole : hidden(whole.event_type, whole)
  }
  const redacted: LoggedEvent[] = []
  for (const event of events) {
    redacted.push(redact(event))
    yield redacted.length
  }
  return { events: redacted, findings: [...findings.values()] }
}
