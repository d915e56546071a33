import { z } from 'zod'
import type { ReadServer } from './chat-client'

/** How long request and answer may be together. */
export interface ContextLength {
  readonly tokens: number
  /** False: the model is not loaded yet, and may have more once it is. */
  readonly isFinal: boolean
}

/** How servers of one kind report the context length, which their lists of models lack. */
interface ContextSource {
  /** The owner that they name in `GET /models`. */
  readonly owner: RegExp
  /** Null if the server does not know the model. */
  of(model: string, read: ReadServer): Promise<ContextLength | null>
}

const tokens = z.number().int().positive()
const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null)
const list = <Schema extends z.ZodType>(schema: Schema) => z.array(maybe(schema))

/** Ollama and LM Studio load a model with this context if nothing else is set, at the first request. */
const USUAL_CONTEXT = 4096

const props = z.object({ default_generation_settings: z.object({ n_ctx: tokens }) })

const running = z.object({ models: list(z.object({ name: z.string(), context_length: tokens })) })
const shown = z.object({
  /** Lines such as `num_ctx 8192`. */
  parameters: maybe(z.string()),
  /** With a key such as `qwen2.context_length`: what the model was trained for. */
  model_info: maybe(z.record(z.string(), z.unknown())),
})

const instance = z.object({ id: z.string(), config: z.object({ context_length: tokens }) })
const lmStudio = z.object({
  models: list(z.object({ key: z.string(), loaded_instances: list(instance), max_context_length: maybe(tokens) })),
})
/** Before version 0.4. */
const earlierLmStudio = z.object({
  data: list(z.object({ id: z.string(), loaded_context_length: maybe(tokens), max_context_length: maybe(tokens) })),
})

/** The sources by profile. What the lists of models of other endpoints say is in model-facts.ts. */
export const CONTEXT_SOURCES: Readonly<Record<'llamacpp' | 'ollama' | 'lmstudio', ContextSource>> = {
  // https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md: `n_ctx` of `GET /props` is the context of
  // one slot. A server of several models wants the name.
  llamacpp: {
    owner: /^llamacpp$/,
    async of(model, read) {
      const { data } = props.safeParse(await read(`/props?model=${encodeURIComponent(model)}`))
      return data ? { tokens: data.default_generation_settings.n_ctx, isFinal: true } : null
    },
  },
  // https://docs.ollama.com/api/ps, https://docs.ollama.com/api/show. It cuts longer requests without a word.
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
  // https://lmstudio.ai/docs/developer/rest. A model is asked for by its key, or as one of its loaded instances.
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
