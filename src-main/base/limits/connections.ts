/**
 * Connections to a server of ours at once; those beyond are closed as they come. Any program of this machine can open
 * them, without a token, and one of ours that has no more files to open can save no turn: many systems allow 1,024.
 */
export const MOST_CONNECTIONS = 100
