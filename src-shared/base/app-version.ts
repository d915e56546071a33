/** The version in package.json. Programs that run alone have no such file, so it is repeated here. */
export const APP_VERSION = '0.1.0'
