import { symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { openTempFolder, takeAbandoned } from '../../kit/temp-folder.ts'

/** The kernel takes 107 bytes (macOS: 103). */
const limitBytes = 100

/**
 * A path by which this process reaches a Unix socket. A long one is reached through a link to its
 * folder, in a fresh folder of our own (0700) below the system's folder for temporary files.
 */
export const openSocketPath = (path: string): { path: string; close(): void } => {
  if (Buffer.byteLength(path) <= limitBytes) return { path, close: () => undefined }
  for (const left of takeAbandoned('socket')) left.close()
  const folder = openTempFolder('socket')
  symlinkSync(dirname(path), join(folder.path, 'pg'))
  return { path: join(folder.path, 'pg', basename(path)), close: folder.close }
}
