import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A folder with those around it, if it is not there. Node’s own `recursive` tries for ever where
 * the kernel says that a folder around it is missing although it is there, as below /proc.
 */
export const makeFolder = async (path: string, mode: number): Promise<void> => {
  const fault = await make(path, mode)
  if (fault === undefined) return
  if (Object(fault).code !== 'ENOENT' || dirname(path) === path) throw fault
  await makeFolder(dirname(path), mode)
  const again = await make(path, mode)
  if (again !== undefined) throw again
}

/** What is there already is no fault, whatever a read-only file system says of it. */
const make = (path: string, mode: number): Promise<unknown> =>
  mkdir(path, { mode }).catch(async error => ((await isFolder(path)) ? undefined : error))

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  )
