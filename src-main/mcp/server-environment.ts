import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { StdioServer } from '@shared/config/mcp-entry'
import type { Variables } from '@shared/config/mcp-expansion'
import { McpError } from './tool-session'

/** Keys of LLM endpoints, of telemetry and of the product itself. A server gets one only if its own `env` names it. */
const OWN_SECRET =
  /^(OPENAI|OPENROUTER|ANTHROPIC|GEMINI|GOOGLE|GROQ|MISTRAL|DEEPSEEK|TOGETHER|FIREWORKS|XAI|COHERE|CEREBRAS|PERPLEXITY|AZURE_OPENAI|OLLAMA|LMSTUDIO|VLLM|LLM|CLIENT|AGENT|ZORKGPT|LANGFUSE)(_\w+)?_(KEY|TOKEN)$|^OTEL_EXPORTER_OTLP(_\w+)?_HEADERS$|^APP_TOKEN$|^ZORKGPT_SECRET_/

/**
 * The environment of a server (requirement 3.2, decision 17): the host's, minus the product's own secrets; then `envFile`; then `env`.
 * `inheritEnv` narrows what comes from the host. Throws an `McpError` if the `envFile` cannot be read.
 */
export async function serverEnvironment(server: StdioServer, hostEnv: Variables, baseFolder: string): Promise<Record<string, string>> {
  const inherited: Record<string, string> = {}
  for (const [name, value] of Object.entries(hostEnv)) {
    // A value that begins with "()" is a shell function of old bash versions: never handed on.
    if (value === undefined || value.startsWith('()') || OWN_SECRET.test(name)) continue
    if (server.inheritEnv === null || ALWAYS.has(name.toUpperCase()) || server.inheritEnv.includes(name)) inherited[name] = value
  }
  return { ...inherited, ...(await readEnvFile(server, baseFolder)), ...server.env }
}

/** What hardly any program can do without, whatever `inheritEnv` says. */
const ALWAYS = new Set(['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'SYSTEMROOT', 'SYSTEMDRIVE', 'TEMP', 'TMP', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PATHEXT', 'COMSPEC'])

async function readEnvFile(server: StdioServer, baseFolder: string): Promise<Record<string, string>> {
  if (server.envFile === null) return {}
  const path = isAbsolute(server.envFile) ? server.envFile : resolve(baseFolder, server.envFile)
  try {
    return Object.fromEntries(Object.entries(parseEnv(await readFile(path, 'utf8'))).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  } catch (error) {
    throw new McpError(`its envFile ${path} cannot be read: ${(error as Error).message}`)
  }
}

/**
 * Node keeps compiled code there: a bundled server starts some 10 ms faster. Only a parent can set it, a file cannot for its own entry. In the
 * user's own cache, because code is loaded from it: a shared temporary folder would let others put some there.
 */
export function compileCacheFolder(hostEnv: Variables): string {
  const home = homedir()
  const caches = process.platform === 'win32' ? (hostEnv.LOCALAPPDATA ?? join(home, 'AppData', 'Local')) : process.platform === 'darwin' ? join(home, 'Library', 'Caches') : (hostEnv.XDG_CACHE_HOME ?? join(home, '.cache'))
  return join(caches, 'zorkgpt', 'compile-cache')
}
