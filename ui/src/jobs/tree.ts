import type { JobPage } from '../../../src/doors/dashboard/job-answers.ts'

export type Branch = {
  /** The last part of its path; of the first branches the host. */
  name: string
  path: string
  /** The page at this very path, if there is one. */
  page: JobPage | undefined
  branches: Branch[]
  /** Of all pages from here on. */
  counts: Record<JobPage['state'], number>
}

type Growing = Omit<Branch, 'branches'> & { below: Map<string, Growing> }

/** Pages by host and path, in the order in which they were found. */
export const treeOf = (pages: readonly JobPage[]): Branch[] => {
  const root = grow('', '')
  for (const page of pages) {
    const url = URL.parse(page.url)
    const segments = url ? [url.host, ...partsOf(url)] : [page.url]
    let at = root
    for (const segment of segments) {
      at = branchOf(at, segment)
      at.counts[page.state]++
    }
    if (at.page) {
      at = branchOf(at, page.url)
      at.counts[page.state]++
    }
    at.page = page
  }
  return finished(root).branches
}

const partsOf = ({ pathname, search }: URL): string[] => {
  const parts = pathname.split('/').slice(1)
  const last = `${parts.pop() ?? ''}${search}`
  return last === '' ? parts : [...parts, last]
}

const grow = (name: string, path: string): Growing => ({
  ...{ name, path, page: undefined, below: new Map() },
  counts: { done: 0, failed: 0, waiting: 0, skipped: 0 },
})

const branchOf = (parent: Growing, name: string): Growing => {
  const known = parent.below.get(name)
  if (known) return known
  const made = grow(name, `${parent.path}/${name}`)
  parent.below.set(name, made)
  return made
}

const finished = ({ below, ...branch }: Growing): Branch => ({
  ...branch,
  branches: [...below.values()].map(finished),
})
