import { ExpectedError } from '@shared/base/expected-error'
import type { StdioServer } from '@shared/mcp/mcp-entry'
import type { Variables } from '@shared/mcp/mcp-expansion'
import type { EnvFile } from './env-file'

/**
 * Keys of LLM endpoints, of telemetry and of the app. They are not inherited, so a server gets one only from its
 * `envFile` or `env`.
 */
const OWN_SECRET =
  /^(OPENAI|OPENROUTER|ANTHROPIC|GEMINI|GOOGLE|GROQ|MISTRAL|DEEPSEEK|TOGETHER|FIREWORKS|XAI|COHERE|CEREBRAS|PERPLEXITY|AZURE_OPENAI|OLLAMA|LMSTUDIO|VLLM|LLM|CLIENT|AGENT|ZORKGPT|LANGFUSE)(_\w+)?_(KEY|TOKEN)$|^OTEL_EXPORTER_OTLP(_\w+)?_HEADERS$|^APP_TOKEN$|^ZORKGPT_SECRET_/

/**
 * The environment of a server (requirement 3.2, decision 17): that of the host without the secrets of the app,
 * overridden by `envFile`, and that by `env`. `inheritEnv` narrows the host's part. Throws `mcp_failed` if the
 * `envFile` cannot be used.
 */
export function serverEnvironment(
  server: StdioServer,
  hostEnv: Variables,
  envFile: EnvFile | null,
): Record<string, string> {
  if (envFile?.fault) throw new ExpectedError('mcp_failed', envFile.fault)
  const inherited: Record<string, string> = {}
  for (const [name, value] of Object.entries(withoutAppImage(hostEnv))) {
    // A value that begins with "()" is a shell function of an old bash, and is never inherited.
    if (value === undefined || value.startsWith('()') || OWN_SECRET.test(name)) continue
    if (server.inheritEnv === null || ALWAYS.has(name.toUpperCase()) || server.inheritEnv.includes(name))
      inherited[name] = value
  }
  return { ...inherited, ...envFile?.variables, ...server.env }
}

/** Variables with lists of folders to which an AppImage adds folders when it starts. */
const APP_IMAGE_LISTS = ['PATH', 'LD_LIBRARY_PATH', 'XDG_DATA_DIRS', 'GSETTINGS_SCHEMA_DIR']

/**
 * The environment as it was before an AppImage changed it. Programs of the system must not load the libraries of the
 * AppImage, and its folder disappears when it ends.
 */
function withoutAppImage(env: Variables): Variables {
  const { APPDIR: app } = env
  if (!app) return env
  const isOutside = (folder: string) => folder !== '' && folder !== app && !folder.startsWith(`${app}/`)
  const lists = APP_IMAGE_LISTS.map((name) => [name, env[name]?.split(':').filter(isOutside).join(':') || undefined])
  return { ...env, ...Object.fromEntries(lists) }
}

/** Inherited even if `inheritEnv` does not name them, because hardly any program works without them. */
const ALWAYS = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TERM',
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'PATHEXT',
  'COMSPEC',
])
