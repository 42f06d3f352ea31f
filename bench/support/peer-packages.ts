import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPackages } from './packages.ts'

/** Other readers of the field. */
export const peerPackages = {
  '@mozilla/readability': '0.6.0',
  linkedom: '0.18.12',
  defuddle: '0.19.4',
  turndown: '7.2.1',
  'turndown-plugin-gfm': '1.0.2',
}

export const loadPeer = async <T>(name: keyof typeof peerPackages): Promise<T> => {
  const require = createRequire(join(installPeers(), 'package.json'))
  return (await import(pathToFileURL(require.resolve(name)).href)) as T
}

/** Where the packages are. */
export const installPeers = (): string => installPackages('peers', peerPackages)
