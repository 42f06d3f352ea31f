import { documentBase } from '../html/addresses.ts'
import { cleanText } from '../html/clean-text.ts'
import type { HtmlElement, HtmlNode } from '../html/html.ts'
import { silentElements } from './atoms.ts'
import { type CopyNode, type CopyTag, copyTags } from './copy-node.ts'

/** As many texts as a person would look through; numbers are those that a reader learns by. */
const maxTexts = 5_000
const maxChars = 2_000

export const copyPage = (root: HtmlElement, url: string): CopyNode[] => {
  let texts = 0
  const base = documentBase(root, url)
  const top: Open = { tag: 'block', nodes: [] }
  const stack: Step[] = root.children.toReversed().map(node => ({ node, into: top }))
  for (let step = stack.pop(); step && texts < maxTexts; step = stack.pop()) {
    const { node, into } = step
    if (step.closes) close(step.closes, into)
    else if (node.type === 'text') {
      const text = cleanText(node.text)
      if (text) into.nodes.push({ n: texts++, text: text.slice(0, maxChars) })
    } else if (!silentElements.has(node.name)) {
      const open: Open = { ...describe(node, base), nodes: [] }
      stack.push({ node, into, closes: open })
      for (let i = node.children.length - 1; i >= 0; i--)
        stack.push({ node: node.children[i] as HtmlNode, into: open })
    }
  }
  return top.nodes
}

type Open = Exclude<CopyNode, { n: number }>
type Step = { node: HtmlNode; into: Open; closes?: Open }

/** Boxes in boxes say nothing to who looks at them. */
const close = (open: Open, into: Open): void => {
  const [only, ...more] = open.nodes
  if (!only && open.tag !== 'img') return
  const isBox = open.tag === 'block' || open.tag === 'inline'
  if (isBox && only && more.length === 0) into.nodes.push(only)
  else into.nodes.push(open)
}

const describe = ({ name, attributes }: HtmlElement, url: string): Omit<Open, 'nodes'> => {
  const address = name === 'a' ? attributes.href : name === 'img' ? attributes.src : undefined
  const href = address && address.length < 2_000 ? URL.parse(address, url)?.href : undefined
  return {
    tag: tagOf(name),
    ...(href && /^(?:https?|mailto|tel):/.test(href) && { href }),
    ...(name === 'img' && { alt: (attributes.alt ?? '').slice(0, 200) }),
  }
}

const inline = new Set(
  'abbr b bdi bdo cite code em font i kbd label mark q s samp small span sub sup time u var'.split(
    ' ',
  ),
)
const same: ReadonlySet<string> = new Set(copyTags)

const tagOf = (name: string): CopyTag => {
  if (name === 'b') return 'strong'
  if (name === 'thead' || name === 'tfoot') return 'tbody'
  if (inline.has(name)) return 'inline'
  return same.has(name) && name !== 'block' && name !== 'inline' ? (name as CopyTag) : 'block'
}
