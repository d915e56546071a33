import { describe, expect, it } from 'vitest'
import { readErrorBody } from './error-body'
import { isTooLong, windowIn } from './too-long'

const error = (message: string, more: object = {}) => ({ error: { message, ...more } })

/** The wording of endpoints, by the report or the server that has it. */
const TOO_LONG: readonly (readonly [source: string, status: number | null, body: unknown, window: number | null])[] = [
  [
    'OpenAI',
    400,
    error("This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.", {
      code: 'context_length_exceeded',
    }),
    8192,
  ],
  [
    'openclaw#7279, xAI',
    400,
    {
      code: 'Client specified an invalid argument',
      error: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    },
    131_072,
  ],
  [
    'GitHub Copilot',
    400,
    error('prompt token count of 150000 exceeds the limit of 128000', { code: 'model_max_prompt_tokens_exceeded' }),
    128_000,
  ],
  [
    'GitHub Models',
    413,
    error('Request body too large for gpt-4o model. Max size: 8000 tokens.', { code: 'tokens_limit_reached' }),
    8000,
  ],
  [
    'Groq, 413',
    413,
    error(
      'Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 9000, please reduce your message size and try again.',
      { type: 'tokens', code: 'rate_limit_exceeded' },
    ),
    6000,
  ],
  ['Groq, 400', 400, error('Please reduce the length of the messages or completion.'), null],
  ['Zhipu', 400, error('Prompt exceeds max length', { code: '1261' }), null],
  ['Zhipu, in Chinese', 400, error('输入内容超过模型的最大长度限制'), null],
  [
    'TGI',
    422,
    {
      error:
        'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4000 `inputs` tokens and 200 `max_new_tokens`',
      error_type: 'validation',
    },
    4096,
  ],
  [
    'TGI, older',
    422,
    {
      error: 'Input validation error: `inputs` must have less than 1024 tokens. Given: 2000',
      error_type: 'validation',
    },
    1024,
  ],
  ['Ollama', 500, error('llama runner: input length exceeds maximum context length'), null],
  ['Ollama, cloud', 400, error('prompt too long; exceeded max context length by 4 tokens'), null],
  [
    'pi#6262, ds4-server',
    400,
    error('Prompt has 5,958,968 tokens, but the configured context size is 256,000 tokens'),
    256_000,
  ],
  ['pi#5677', 400, error("Input length (265330) exceeds model's maximum context length (262144)."), 262_144],
  [
    'pi#4943, Poolside',
    400,
    error('Input length 131393 exceeds the maximum allowed input length of 131040 tokens.'),
    131_040,
  ],
  [
    'pi#5930, vLLM',
    400,
    error(
      "This model's maximum context length is 262144 tokens. However, you requested 0 output tokens and your prompt contains at least 262145 input tokens.",
    ),
    262_144,
  ],
  ['oh-my-pi#1618', 400, error('The prompt is too long: 267657, model maximum context length: 262143'), 262_143],
  [
    'llama.cpp',
    400,
    error('request (144055 tokens) exceeds the available context size (131072 tokens), try increasing it', {
      type: 'exceed_context_size_error',
      n_ctx: 131_072,
    }),
    131_072,
  ],
  ['Anthropic', 400, error('prompt is too long: 210000 tokens > 200000 maximum'), 200_000],
  ['Anthropic, 413', 413, error('Request exceeds the maximum size', { type: 'request_too_large' }), null],
  ['shogo-ai#840, Bedrock', 400, error('ValidationException: Input is too long for requested model.'), null],
  [
    'Gemini',
    400,
    [error('The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).')],
    1_048_575,
  ],
  [
    'OpenRouter, of another provider',
    400,
    error('Provider returned error', { metadata: { raw: '{"message":"Input is too long for this model"}' } }),
    null,
  ],
  [
    'Mistral',
    400,
    {
      object: 'error',
      message: 'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    },
    32_768,
  ],
  [
    'LM Studio',
    400,
    { error: 'The number of tokens to keep from the initial prompt is greater than the context length.' },
    null,
  ],
  [
    'LM Studio, newer',
    400,
    {
      error:
        'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    },
    4096,
  ],
  ['Kimi', 400, error('Your request exceeded model token limit: 131072'), 131_072],
  [
    'DeepSeek',
    400,
    error("This model's maximum context length is 65536 tokens. However, you requested 70000 tokens"),
    65_536,
  ],
  [
    'Together',
    422,
    error('Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000'),
    8193,
  ],
  ['Cohere', 400, { message: 'too many tokens: total number of tokens in the prompt cannot exceed 128000' }, 128_000],
  ['an empty 413', 413, '', null],
  ['a page with 413', 413, '<html><head><title>413 Request Entity Too Large</title></head></html>', null],
  ['an error inside a stream', null, error('Context size has been exceeded.', { code: 500 }), null],
]

const OTHERS: readonly (readonly [source: string, status: number | null, body: unknown])[] = [
  [
    'agentao#88: throttling of Bedrock',
    429,
    error('ThrottlingException: Too many tokens, please wait before trying again.'),
  ],
  ['throttling with 400', 400, error('Too many tokens per minute, please wait')],
  [
    'the answer alone',
    400,
    error('max_tokens is too large: 20000. This model supports at most 4096 completion tokens.'),
  ],
  ['a parameter', 400, error("Unsupported parameter: 'max_tokens'")],
  ['a name', 404, error('The model does not exist')],
  ['a key', 401, error('Your request is too long')],
  ['a tool', 400, error("Invalid 'tools': array too long. Expected an array with maximum length 128")],
]

describe('a request that is too long', () => {
  it.each(TOO_LONG)('is recognized: %s', (_source, status, body, window) => {
    const said = readErrorBody(body)
    expect(isTooLong(status, said)).toBe(true)
    expect(windowIn(said.message)).toBe(window)
  })

  it.each(OTHERS)('is not any other refusal: %s', (_source, status, body) => {
    expect(isTooLong(status, readErrorBody(body))).toBe(false)
  })
})
