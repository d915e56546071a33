export const isMac = () => navigator.platform.startsWith('Mac')
