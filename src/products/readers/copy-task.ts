import { documentBase } from '../../page/html/addresses.ts'
import { parsePage } from '../../page/html/parse-page.ts'
import { copyPage } from '../../page/taught/copy.ts'
import type { CopyNode } from '../../page/taught/copy-node.ts'
import type { SourcePage } from './learn-task.ts'
import { folderOf } from './pages.ts'

/** In a thread: a page to be shown and pointed at, and addresses on it that look like its own. */
export const copyForTeaching = ({
  url,
  source,
}: SourcePage): { nodes: CopyNode[]; like: string[] } => {
  const { root } = parsePage(source)
  const nodes = copyPage(root, url)
  const folders = new Set([folderOf(url), folderOf(documentBase(root, url))])
  const like = new Set<string>()
  const stack: CopyNode[] = nodes.toReversed()
  for (let node = stack.pop(); node && like.size < maxLike; node = stack.pop()) {
    if (!('nodes' in node)) continue
    const { href } = node
    const plain = href?.split('#')[0]
    if (node.tag === 'a' && plain && plain !== url && /^https?:/.test(plain))
      if (folders.has(folderOf(plain)) && !plain.endsWith('/')) like.add(plain)
    stack.push(...node.nodes.toReversed())
  }
  return { nodes, like: [...like] }
}
const maxLike = 10
