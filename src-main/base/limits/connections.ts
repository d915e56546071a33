/**
 * Connections at once to a server of ours; further ones are closed. Any local program can open them without a token,
 * and a process without free file descriptors cannot save turns: many systems allow 1,024.
 */
export const MOST_CONNECTIONS = 100
