import { create } from 'zustand'

/** The bundle of an MCP server that the user dropped or chose, until the MCP panel closes it. */
export const useDroppedBundle = create<{ readonly file: File | null }>(() => ({ file: null }))
