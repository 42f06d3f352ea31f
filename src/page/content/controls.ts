import { around } from '../html/around.ts'
import { descendants, type HtmlElement, type HtmlNode, textContent } from '../html/html.ts'

/**
 * Whether an element is there to be pressed and says nothing of the page: "Copy", "Run", "Add to
 * cart", "Reply". What opens something on the page is its title, and stays.
 */
export const isControl = (node: HtmlNode): boolean => {
  if (node.type === 'text') return false
  const { name, attributes } = node
  if (attributes.class !== undefined && labelled.test(attributes.class)) return isShort(node)
  if (name === 'summary') return opensNothing(node)
  if (name === 'button' && attributes.id?.startsWith('copy')) return true
  if (name === 'button' || attributes.role === 'button')
    return !opens(node) && !isTitle(node) && !isPerson(node) && isShort(node)
  return (
    name === 'a' &&
    (isPressed(node) || isFold(node) || leadsToOwnHeading(node)) &&
    !isTitle(node) &&
    (isShort(node) || isLinkLabel(node))
  )
}

/** "[–]" and "▼" beside what they fold; stars are a rating. */
const isFold = (link: HtmlElement): boolean =>
  link.attributes.href !== undefined &&
  /^(?:#$|javascript:)/i.test(link.attributes.href) &&
  /^[-–—−+×✕▲▼△▽▴▾▸◂^…⋮[\]()\s]+$/.test(textContent(link))

/** "Copy link", "§" behind a title whose place it names; not the name of a function in its signature. */
const leadsToOwnHeading = (link: HtmlElement): boolean => {
  const { href = '' } = link.attributes
  if (!href.startsWith('#') || href === '#') return false
  const heading = titleAround(link, headingTags)
  if (!heading) return false
  const text = textContent(link).trim()
  if (!saysLink.test(text) || (text !== '' && href.endsWith(text))) return false
  const places = [heading.parent, heading, ...heading.children.slice(0, maxBeside)]
  return places.some(
    place => place !== undefined && place.type !== 'text' && place.attributes.id === href.slice(1),
  )
}

/** Signs alone, or words such as these. */
const saysLink =
  /^[^\p{L}\p{N}]*$|link|lien|enlace|enlaz|anchor|copy|kopieren|copi[ae]r|ссылк|链接|連結|リンク|링크/iu

/** "Link to this heading", "Permalink to How it works": longer than what other buttons say. */
const isLinkLabel = (link: HtmlElement): boolean =>
  leadsToOwnHeading(link) &&
  /^\s*(?:copy |direct |anchor )*(?:perma)?link (?:to|for) /i.test(textContent(link))

/** Links to the source of a function, to its own heading, to an editor; what copies or folds code. */
const labelled =
  /(?:^|\s)(?:viewcode-link|headerlink|header-anchor|copy-?btn|btn-copy|copy-button|clipboard-copy|add_to_cart_button|add-to-cart|test-arrow|reply-link|hideme)(?:\s|$)/

/** A name that opens a card about its bearer: an author of a paper, a speaker. */
const isPerson = (button: HtmlElement): boolean =>
  saysPerson(button) || descendants(button).take(maxParts).some(saysPerson)

export const saysPerson = ({ attributes }: HtmlElement): boolean => {
  const { class: names = '', itemprop, rel } = attributes
  return itemprop === 'author' || rel === 'author' || personName.test(names.slice(0, 200))
}
const personName =
  /(?:^|[\s_-])(?:surname|(?:given|family|first|last|full|author|speaker|person)[-_]?name)(?:$|[\s_-])/i
const maxParts = 12

const opens = ({ attributes }: HtmlElement): boolean =>
  attributes['aria-expanded'] !== undefined ||
  attributes['aria-controls'] !== undefined ||
  attributes.role === 'tab'

/** All that its `<details>` holds: a script is to fill the rest. */
const opensNothing = (summary: HtmlElement): boolean =>
  summary.parent?.name === 'details' && isAllOf(summary, summary.parent)

/** A link that is drawn as a button, that only a script follows, or that opens a dialog. */
const isPressed = (link: HtmlElement): boolean => {
  const { href = '', onclick, class: names = '' } = link.attributes
  if (/\.(?:pdf|zip|csv|xlsx?|docx?|epub|gz|exe|dmg)(?:$|[?#])/i.test(href)) return false
  if (onclick !== undefined && /^(?:#|javascript:|$)/i.test(href)) return true
  if ((link.attributes['data-toggle'] ?? link.attributes['data-bs-toggle']) === 'modal') return true
  return /(?:^|\s)(?:btn|button|cta)(?:\s|$|[-_])/i.test(names) && !isCount(link)
}

/** "12 comments": what a list says of its entry. */
const isCount = (link: HtmlElement): boolean =>
  /^\s*\d[\d.,]*[kKM]?\s\p{L}+\s*$/u.test(textContent(link))

const isTitle = (element: HtmlElement): boolean => {
  const title = titleAround(element, titleTags)
  return title !== undefined && isAllOf(element, title)
}

const titleAround = ({ parent }: HtmlElement, tags: ReadonlySet<string>): HtmlElement | undefined =>
  around(parent, 3).find(({ name }) => tags.has(name))

/** The title itself; a button behind the title ("2x", "Edit") is none. */
const isAllOf = (element: HtmlElement, around: HtmlElement): boolean => {
  const stack: HtmlNode[] = [around]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node === element) continue
    if (node.type === 'element') for (const child of node.children) stack.push(child)
    else if (node.text.trim() !== '') return false
  }
  return true
}
const maxBeside = 12
const headingTags = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const titleTags = new Set([...headingTags, 'summary', 'dt', 'dd', 'th', 'td'])

const maxControlChars = 32

const isShort = (element: HtmlElement): boolean => {
  const text = textContent(element).replaceAll(/\s+/g, ' ').trim()
  if (text === '' || text.length > maxControlChars || hasPath.test(text)) return false
  return text.split(' ').length <= maxControlWords && !holdsMore(element)
}
/** "get /works/{id}" names what an API has. */
const hasPath = /(?:^|\s)\/[\w{]/
const maxControlWords = 3

const holdsMore = (element: HtmlElement): boolean =>
  descendants(element).some(({ name }) => moreTags.has(name))
const moreTags = new Set([...headingTags, 'img', 'picture', 'p', 'code'])
