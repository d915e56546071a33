/** Options by OpenTelemetry's variables. */
export interface TraceOptions {
  /** Use the names of the GenAI conventions instead of those of the requirements. */
  readonly isConventional: boolean
  /** Include messages and the offered tools. */
  readonly withContent: boolean
}

export const readTraceOptions = (env: Readonly<Record<string, string | undefined>>): TraceOptions => ({
  isConventional: wordsIn(env.OTEL_SEMCONV_STABILITY_OPT_IN).includes('gen_ai_latest_experimental'),
  withContent: wordsIn(env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT).some((word) => CONTENT.has(word)),
})

const CONTENT = new Set(['true', 'span_only', 'span_and_event'])

const wordsIn = (list: string | undefined): readonly string[] =>
  (list ?? '').split(',').map((word) => word.trim().toLowerCase())
