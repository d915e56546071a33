import { z } from 'zod'
import type { ReadServer } from './chat-client'

/** Maximum length of request and answer together. */
export interface ContextLength {
  readonly tokens: number
  /** False if the model is not loaded yet. Its context may be longer after loading. */
  readonly isFinal: boolean
}

/** How servers of one kind report the context length, which their lists of models lack. */
interface ContextSource {
  /** Their `owned_by` in `GET /models`. */
  readonly owner: RegExp
  /** Null if the server does not know the model. */
  of(model: string, read: ReadServer): Promise<ContextLength | null>
}

const tokens = z.number().int().positive()
const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null)
const list = <Schema extends z.ZodType>(schema: Schema) => z.array(maybe(schema))

/** Default context length of Ollama and LM Studio, which load a model at its first request. */
const USUAL_CONTEXT = 4096

const props = z.object({ default_generation_settings: z.object({ n_ctx: tokens }) })

const running = z.object({ models: list(z.object({ name: z.string(), context_length: tokens })) })
const shown = z.object({
  /** Lines such as `num_ctx 8192`. */
  parameters: maybe(z.string()),
  /** Contains the trained context length, under a key such as `qwen2.context_length`. */
  model_info: maybe(z.record(z.string(), z.unknown())),
})

const instance = z.object({ id: z.string(), config: z.object({ context_length: tokens }) })
const lmStudio = z.object({
  models: list(z.object({ key: z.string(), loaded_instances: list(instance), max_context_length: maybe(tokens) })),
})
/** The answer of LM Studio before version 0.4. */
const earlierLmStudio = z.object({
  data: list(z.object({ id: z.string(), loaded_context_length: maybe(tokens), max_context_length: maybe(tokens) })),
})

/** The sources by profile. Other endpoints report context lengths in their list of models (model-facts.ts). */
export const CONTEXT_SOURCES: Readonly<Record<'llamacpp' | 'ollama' | 'lmstudio', ContextSource>> = {
  // https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md: `n_ctx` of `GET /props` is the context of
  // one slot. A server with several models requires the name.
  llamacpp: {
    owner: /^llamacpp$/,
    async of(model, read) {
      const { data } = props.safeParse(await read(`/props?model=${encodeURIComponent(model)}`))
      return data ? { tokens: data.default_generation_settings.n_ctx, isFinal: true } : null
    },
  },
  // https://docs.ollama.com/api/ps, https://docs.ollama.com/api/show. Ollama truncates longer requests silently.
  ollama: {
    owner: /^library$/,
    async of(model, read) {
      const { data: loaded } = running.safeParse(await read('/api/ps'))
      const own = loaded?.models.find((one) => one && withTag(one.name) === withTag(model))
      if (own) return { tokens: own.context_length, isFinal: true }
      const { data } = shown.safeParse(await read('/api/show', { model }))
      if (!data) return null
      const set = tokens.safeParse(Number(/^num_ctx\s+(\d+)\s*$/m.exec(data.parameters ?? '')?.[1])).data
      const [, trained] = Object.entries(data.model_info ?? {}).find(([key]) => key.endsWith('.context_length')) ?? []
      return { tokens: Math.min(set ?? USUAL_CONTEXT, tokens.safeParse(trained).data ?? Infinity), isFinal: false }
    },
  },
  // https://lmstudio.ai/docs/developer/rest. `model` is a key or the id of a loaded instance.
  lmstudio: {
    owner: /^organization_owner$/,
    async of(model, read) {
      const { data } = lmStudio.safeParse(await read('/api/v1/models'))
      const isIt = ({ id }: { readonly id: string }) => id === model
      for (const { key, loaded_instances, max_context_length } of present(data?.models ?? [])) {
        const loaded = present(loaded_instances)
        const asked = loaded.find(isIt) ?? (key === model ? loaded[0] : undefined)
        if (asked) return { tokens: asked.config.context_length, isFinal: true }
        if (key === model) return unloaded(max_context_length)
      }
      if (data) return null
      const { data: earlier } = earlierLmStudio.safeParse(await read('/api/v0/models'))
      const found = present(earlier?.data ?? []).find(isIt)
      if (!found) return null
      const { loaded_context_length: length, max_context_length: most } = found
      return length ? { tokens: length, isFinal: true } : unloaded(most)
    },
  },
}

/** `qwen3` is `qwen3:latest`. */
const withTag = (name: string): string => (/:[^/]*$/.test(name) ? name : `${name}:latest`)

const unloaded = (trained: number | null | undefined): ContextLength => ({
  tokens: Math.min(USUAL_CONTEXT, trained ?? Infinity),
  isFinal: false,
})

const present = <Item>(items: readonly (Item | null | undefined)[]): readonly Item[] =>
  items.flatMap((item) => item ?? [])
