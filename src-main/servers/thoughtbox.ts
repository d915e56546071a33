import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'

/**
 * The bundled thoughtbox: an MCP server over stdio with one tool, `think`, that keeps a chain of numbered thoughts with revisions and branches.
 * Its input is the classic one of thoughtbox and sequential-thinking (design/mcp.md section 6). It lives as long as its session.
 */

const count = z.number().int().min(1)
const thoughtInput = z
  .object({
    thought: z.string(),
    nextThoughtNeeded: z.boolean(),
    thoughtNumber: count,
    totalThoughts: count,
    isRevision: z.boolean().optional(),
    revisesThought: count.optional(),
    branchFromThought: count.optional(),
    branchId: z.string().optional(),
    needsMoreThoughts: z.boolean().optional(),
  })
  .refine((input) => input.branchId === undefined || input.branchFromThought !== undefined, { path: ['branchId'], message: 'needs branchFromThought' })
type Thought = z.infer<typeof thoughtInput>

const positive = (description: string) => ({ type: 'integer', minimum: 1, description })
const THINK = {
  name: 'think',
  description:
    'Write down one step of your thinking before a decision that is not obvious. Number the steps from 1; raise totalThoughts when more are needed, revise or branch from an earlier thought when it was wrong, and set nextThoughtNeeded to false with the conclusion.',
  inputSchema: {
    type: 'object' as const,
    properties: {
      thought: { type: 'string', description: 'This step of the thinking' },
      nextThoughtNeeded: { type: 'boolean', description: 'Whether another step follows' },
      thoughtNumber: positive('Number of this step'),
      totalThoughts: positive('How many steps are expected by now'),
      isRevision: { type: 'boolean', description: 'Whether this step reconsiders an earlier one' },
      revisesThought: positive('Which step is reconsidered'),
      branchFromThought: positive('The step that a branch starts from'),
      branchId: { type: 'string', description: 'Name of the branch; needs branchFromThought' },
      needsMoreThoughts: { type: 'boolean', description: 'Whether the expected number turned out too small' },
    },
    required: ['thought', 'nextThoughtNeeded', 'thoughtNumber', 'totalThoughts'],
  },
}

const history: Thought[] = []
const branches = new Set<string>()
const isSilent = process.env.DISABLE_THOUGHT_LOGGING?.toLowerCase() === 'true'

function think(parameters: unknown): CallToolResult {
  const parsed = thoughtInput.safeParse(parameters)
  if (!parsed.success) {
    const error = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
    return answer({ error, status: 'failed' }, true)
  }
  const thought = { ...parsed.data, totalThoughts: Math.max(parsed.data.totalThoughts, parsed.data.thoughtNumber) }
  history.push(thought)
  if (thought.branchId !== undefined) branches.add(thought.branchId)
  if (!isSilent) process.stderr.write(`${describe(thought)}\n`)
  const { thoughtNumber, totalThoughts, nextThoughtNeeded } = thought
  return answer({ thoughtNumber, totalThoughts, nextThoughtNeeded, branches: [...branches], thoughtHistoryLength: history.length }, false)
}

const answer = (content: Readonly<Record<string, unknown>>, isError: boolean): CallToolResult => ({ content: [{ type: 'text', text: JSON.stringify(content) }], isError })

function describe({ thought, thoughtNumber, totalThoughts, isRevision, revisesThought, branchFromThought, branchId }: Thought): string {
  const kind = isRevision ? `Revision of ${revisesThought ?? 'an earlier thought'}` : branchId !== undefined ? `Branch ${branchId} from ${branchFromThought}` : 'Thought'
  return `[${kind} ${thoughtNumber}/${totalThoughts}] ${thought}`
}

/** The end of our input is the end of the session. A host that was killed may leave the pipe open in another process: then its pid tells. */
function leaveWithHost(): void {
  const leave = () => process.exit(0)
  process.stdin.once('end', leave).once('close', leave).once('error', leave)
  process.stdout.once('error', leave)
  const host = process.ppid
  setInterval(() => {
    if (process.ppid !== host || !isRunning(host)) leave()
  }, 1000).unref()
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const server = new Server({ name: 'thoughtbox', version: '0.1.0' }, { capabilities: { tools: {} } })
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [THINK] }))
server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
  params.name === THINK.name ? think(params.arguments ?? {}) : answer({ error: `there is no tool ${params.name}; the tool is ${THINK.name}`, status: 'failed' }, true),
)
leaveWithHost()
void server.connect(new StdioServerTransport())
