/** The version in package.json, for every program of the app: those that run alone have no such file beside them. */
export const APP_VERSION = '0.1.0'
