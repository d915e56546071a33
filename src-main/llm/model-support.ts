/** Reasoning models that take no tools, by the patterns of the specification (requirement 12.2). */
const WITHOUT_TOOLS = ['o1-', 'o3-', 'qwq', 'deepseek-r1', 'deepseek-reasoner', '-reasoning', 'r1-']

/**
 * Whether a model can be offered tools, told from its name (requirement 12.1); `force`, the setting `force_tool_support`, bypasses the
 * guess (12.4). A name that matches no pattern counts as supporting: the families that the specification lists as such do (12.3), and a
 * wrong guess shows at the first request.
 */
export function supportsTools(model: string, force: boolean): boolean {
  const name = model.toLowerCase()
  return force || !WITHOUT_TOOLS.some((pattern) => name.includes(pattern))
}
