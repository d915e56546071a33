import { z } from 'zod'
import { type ApiOf, command, feed } from './define'

const name = z.string().min(1).max(10_000)
const visit = z.uuid()
const texts = z.record(z.string().max(200), z.string().max(10_000))

/** A session in which a person looks at the resources and prompts of a server. No episode sees it. */
export const mcpVisits = {
  /**
   * Opens a session; closing the feed ends it. Refused with `program_not_agreed`, `not_found` or `bad_file`. `text`
   * null means the saved file.
   */
  visitMcpServer: feed(
    z.object({ text: z.string().max(1_000_000).nullable(), server: z.string().min(1).max(200) }),
  ).gives<McpVisit>(),
  /**
   * Reads a resource by its URI, or by a template with its variables. Refused with `not_found` once the visit is over,
   * like the other commands.
   */
  readMcpResource: command(z.object({ visit, uri: name, variables: texts.optional() })).gives<McpContents>(),
  /**
   * Follows or unfollows a resource. `McpVisit` counts the changes of followed ones. Refused with `not_possible` beyond
   * the limit.
   */
  followMcpResource: command(z.object({ visit, uri: name, isFollowed: z.boolean() })),
  getMcpPrompt: command(z.object({ visit, name, arguments: texts })).gives<McpPromptText>(),
  /** The server's suggestions for an argument of a prompt, or for a variable of a template. */
  completeMcpArgument: command(
    z.object({
      visit,
      of: z.enum(['prompt', 'template']),
      /** Name of the prompt, or the template itself. */
      name,
      argument: z.string().max(200),
      typed: z.string().max(10_000),
      /** Values of the other arguments. */
      others: texts,
    }),
  ).gives<McpCompletion>(),
}
export type McpVisitApi = ApiOf<typeof mcpVisits>

export interface McpVisit {
  readonly id: string
  readonly state: 'connecting' | 'ready' | 'ended'
  /** The reason why it ended or could not begin; null while it is open. */
  readonly error: string | null
  readonly about: McpAbout | null
  readonly resources: readonly McpOffered[]
  readonly templates: readonly McpTemplate[]
  readonly prompts: readonly McpOfferedPrompt[]
  /** Whether the server reports changes of resources. */
  readonly canFollow: boolean
  /** Number of reported changes per followed resource, by URI. */
  readonly changes: Readonly<Record<string, number>>
}

/** The server's description of itself. */
interface McpAbout {
  readonly title: string
  readonly version: string
  readonly icon: string | null
  readonly instructions: string
}

export interface McpOffered {
  /** The URI of a resource, the pattern of a template, or the name of a prompt. */
  readonly id: string
  readonly title: string
  readonly description: string
  /** Data URL of an image; null unless the answer itself contains one. */
  readonly icon: string | null
  /** Other facts in the server's words, such as MIME type, size and audience. */
  readonly facts: readonly string[]
}

export interface McpTemplate extends McpOffered {
  readonly variables: readonly string[]
}

export interface McpOfferedPrompt extends McpOffered {
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly isRequired: boolean }[]
}

export interface McpContents {
  /** Includes the values of a template's variables. */
  readonly uri: string
  readonly parts: readonly McpContent[]
}

export interface McpContent {
  readonly uri: string
  readonly mimeType: string | null
  /** Null for a part that is not text. */
  readonly text: string | null
  /** Data URL of a picture that a window can show; null otherwise. */
  readonly picture: string | null
  /** Size of the whole content in bytes. */
  readonly bytes: number
}

export interface McpPromptText {
  readonly description: string
  readonly messages: readonly { readonly role: string; readonly text: string }[]
}

export interface McpCompletion {
  readonly values: readonly string[]
  readonly hasMore: boolean
}
