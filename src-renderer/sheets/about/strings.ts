import { formatNumber } from '../../kit/text/format'

export const aboutStrings = {
  title: 'About ZorkGPT',
  what: 'Watch, steer and measure an AI agent that plays interactive fiction.',
  license:
    'MIT licence, © The ZorkGPT desktop maintainers. Zork I, II and III © Microsoft, MIT licence. Glass Weather is compiled with the Inform 6 library (Artistic License 2.0).',
  shell: { electron: 'Desktop', web: 'Web', cli: 'Terminal' },
  parts: {
    app: 'ZorkGPT',
    shell: 'Shell',
    electron: 'Electron',
    chrome: 'Chromium',
    node: 'Node',
    data: 'Data folder',
  },
  chromium:
    'The licences of Electron and Chromium are beside the program, on macOS in Contents/Resources: LICENSE.electron.txt and LICENSES.chromium.html.',
  thirdParty: (packages: number) => `Third-party licences of ${formatNumber(packages)} packages`,
  noHost: 'Not connected to the host.',
} as const
