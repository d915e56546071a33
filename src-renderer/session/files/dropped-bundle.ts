import { create } from 'zustand'

/** The bundle of an MCP server that was dropped or chosen, until the MCP panel closes it. */
export const useDroppedBundle = create<{ readonly file: File | null }>(() => ({ file: null }))
