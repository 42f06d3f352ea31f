import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** The kernel takes 107 bytes (macOS: 103). */
const limitBytes = 100

/**
 * A path by which this process reaches a Unix socket. A long one is reached through a link to its
 * folder, in a fresh folder of our own (0700) below the system's folder for temporary files.
 */
export const openSocketPath = (path: string): { path: string; close(): void } => {
  if (Buffer.byteLength(path) <= limitBytes) return { path, close: () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'siteray-'))
  symlinkSync(dirname(path), join(folder, 'pg'))
  return {
    path: join(folder, 'pg', basename(path)),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
