/**
 * That of package.json, for every program of ours: those that are started by themselves find no such file beside them.
 */
export const APP_VERSION = '0.1.0'
