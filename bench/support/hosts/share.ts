import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = '/sys/fs/cgroup'
const periodMicros = 50_000

/** Lets a process have so much of one core and no more, by a cgroup of its own. */
export const limitProcessor = (name: string, pid: number, cores: number): { remove(): void } => {
  const isSecond = existsSync(join(root, 'cgroup.controllers'))
  const folder = join(root, isSecond ? '' : 'cpu', `siteray-${name}`)
  const quota = `${Math.round(cores * periodMicros)}`
  if (isSecond) writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu')
  mkdirSync(folder, { recursive: true })
  if (isSecond) writeFileSync(join(folder, 'cpu.max'), `${quota} ${periodMicros}`)
  else {
    writeFileSync(join(folder, 'cpu.cfs_period_us'), `${periodMicros}`)
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), quota)
  }
  writeFileSync(join(folder, 'cgroup.procs'), `${pid}`)
  return { remove: () => rmdirSync(folder) }
}
