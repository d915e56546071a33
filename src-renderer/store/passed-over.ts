import type { LoggedEvent } from '@shared/episode/event'
import { isBookkeeping } from './playhead'
import { type StoryDetail, useView } from './view-store'

/** True of events that a step by event passes over: those that change nothing, and those that the reader has filtered out. */
export const isPassedOver = (event: LoggedEvent): boolean => isBookkeeping(event) || isFilteredOut(event, useView.getState().storyDetail)

/** Who looks at the story alone, or at all of it, steps through everything. What was done and what came of it is in every filter. */
function isFilteredOut(event: LoggedEvent, detail: StoryDetail): boolean {
  switch (detail) {
    case 'thinking':
      return event.event_type === 'llm_request' || (event.event_type.startsWith('mcp_tool_') && !isThought(event))
    case 'tools':
      return event.event_type.startsWith('llm_')
    case 'story':
    case 'problems':
    case 'all':
      return false
    default:
      return detail satisfies never
  }
}

/** By the shape of the call, as in thoughts.ts. Its answer says nothing more. */
const isThought = (event: LoggedEvent): boolean => event.event_type === 'mcp_tool_call' && typeof event.arguments === 'object' && event.arguments !== null && 'thought' in event.arguments
