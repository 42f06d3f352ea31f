import { attempt } from '../../kit/attempt.ts'
import { descendants, type HtmlElement, parseHtml, textContent } from '../html/html.ts'
import { isDisplayedTex, isDrawnByMathJax, isTexSource } from '../html/tex-sources.ts'
import { hasClass } from './elements.ts'
import { mathmlToTex } from './mathml.ts'

type Formula = { tex: string; display: boolean }

/**
 * A formula as TeX, once: renderers put the same formula on the page two or three times (MathML,
 * drawn glyphs, a picture, the source in a script). `drop` is the drawn copy of one that comes
 * from elsewhere; undefined is no formula.
 */
export const readFormula = (
  element: HtmlElement,
  sourcesInScripts: boolean,
): Formula | 'drop' | undefined => {
  const { name, attributes } = element
  if (name === 'math') return formula(texOfMath(element), attributes.display === 'block')
  if (name === 'script')
    return isTexSource(element) ? formula(textContent(element), isDisplayedTex(element)) : undefined
  if (name === 'mjx-container') {
    const display = attributes.display === 'true'
    const tex = latexInside(element)
    return tex === undefined ? mathInside(element, display) : formula(tex, display)
  }
  if (name === 'img') return pictureFormula(element)
  const classes = attributes.class
  if (!classes || !mathClass.test(classes)) return undefined
  const said = attributes['data-tex'] ?? texInData(element)
  if (said) return formula(said, name === 'div')
  const style = attributes['data-math-style']
  if (style !== undefined) return formula(textContent(element), style === 'display')
  if (hasClass(element, 'katex-display')) return mathInside(element, true)
  if (hasClass(element, 'katex')) return mathInside(element, false)
  if (hasClass(element, 'mwe-math-element'))
    return mathInside(element, hasClass(element, 'mwe-math-element-block'))
  // MathJax 2 draws glyphs and keeps the source in a script beside them.
  if (isDrawnByMathJax(element))
    return sourcesInScripts ? 'drop' : (mathInside(element, false) ?? drawnFormula(element))
  return delimitedFormula(element)
}

const mathClass = /katex|math|MathJax|latex|(?:^|\s)tex(?:\s|$)/i

const formula = (tex: string, display: boolean): Formula | 'drop' => {
  const clean = unwrap(tex.trim())
  return clean ? { tex: clean, display } : 'drop'
}

/** MediaWiki wraps every formula in a style command. */
const unwrap = (tex: string): string => {
  const inner = /^\{\\(?:display|text)style\s([\s\S]*)\}$/.exec(tex)?.[1]
  return (inner ?? tex).trim()
}

const texOfMath = (math: HtmlElement): string => {
  for (const child of descendants(math))
    if (child.name === 'annotation' && /tex/i.test(child.attributes.encoding ?? ''))
      return textContent(child)
  const alternative = math.attributes.alttext
  return alternative?.includes('\\') ? alternative : mathmlToTex(math)
}

const mathInside = (element: HtmlElement, display: boolean): Formula | 'drop' | undefined => {
  const math = descendants(element)
    .take(maxElements)
    .find(({ name }) => name === 'math')
  return math && formula(texOfMath(math), display || math.attributes.display === 'block')
}

/** MathJax 4 says of each part which TeX it was drawn from; the outermost part is the formula. */
const latexInside = (element: HtmlElement): string | undefined =>
  descendants(element)
    .take(maxElements)
    .find(({ attributes }) => attributes['data-latex'])?.attributes['data-latex']

/** MathJax 2 keeps the MathML of what it draws in an attribute. */
const drawnFormula = ({ attributes }: HtmlElement): Formula | 'drop' => {
  const { 'data-mathml': mathml = '' } = attributes
  const isRead = mathml !== '' && mathml.length < maxMathml
  return (isRead && mathInside(parseHtml(mathml).root, false)) || 'drop'
}
const maxMathml = 20_000

/** Substack sends the formula as data, and draws it by script. */
const texInData = ({ attributes }: HtmlElement): string | undefined => {
  if (attributes['data-component-name'] !== 'LatexBlockToDOM') return undefined
  const tex: unknown = attempt(
    () => JSON.parse(attributes['data-attrs'] ?? '').persistentExpression,
  )
  return typeof tex === 'string' ? tex : undefined
}

/** More than any renderer puts around a formula; keeps nested wrappers linear. */
const maxElements = 500

const pictureFormula = ({ attributes }: HtmlElement): Formula | 'drop' | undefined => {
  const alt = (attributes.alt ?? '').trim()
  if (pictureClass.test(attributes.class ?? '') && alt !== '')
    return formula(alt.replace(/^\$+|(?<!\$)\$+$/g, ''), false)
  const tex = texInAddress(attributes.src ?? '')
  return tex === undefined ? betweenDelimiters(alt) : formula(tex, false)
}

const pictureClass = /(?:^|\s)(?:latex|tex|mwe-math-fallback-image-inline|math)(?:\s|$)/

/** Services that draw a formula have it in the address of the picture. */
const texInAddress = (address: string): string | undefined => {
  if (address.length > maxTex) return undefined
  const [before = '', after = ''] = address.split(sentTex, 2)
  if (after === '') return undefined
  const sent = before.endsWith('codecogs.com/')
    ? after.replaceAll('&space;', ' ')
    : (after.split('&', 1)[0] ?? '').replaceAll('+', ' ')
  const tex = attempt(() => decodeURIComponent(sent))
  return tex?.replace(lookOfPicture, '').trim() || undefined
}
/** CodeCogs, Zhihu, WordPress. */
const sentTex =
  /(?<=codecogs\.com\/)(?:gif|png|svg)\.(?:latex|image|download)\?|\/equation\?tex=|\/latex\.php\?latex=/
const lookOfPicture =
  /^(?:\\(?:dpi\{\d{1,4}\}|bg_[a-z]{1,9}|fn_[a-z]{1,9}|inline|large|huge)\s?){1,9}/i

/** Source that a script of the page would have drawn: `\(…\)`, `\[…\]` or `$$…$$` in a wrapper. */
const delimitedFormula = (element: HtmlElement): Formula | undefined => {
  if (element.children.some(child => child.type === 'element')) return undefined
  const text = textContent(element).trim()
  // Discourse leaves the delimiters out.
  const isBare = element.attributes.class === 'math' && bareTex.test(text)
  return (
    betweenDelimiters(text) ?? (isBare ? { tex: text, display: element.name === 'div' } : undefined)
  )
}
const bareTex = /\\[a-z]{2}|[\^_](?:\{|[\w\\])/i

const betweenDelimiters = (text: string): Formula | undefined => {
  for (const [open, close, display] of delimiters)
    if (text.startsWith(open) && text.endsWith(close) && text.length > open.length + close.length) {
      const tex = text.slice(open.length, -close.length).trim()
      return tex ? { tex, display } : undefined
    }
  return undefined
}

const delimiters = [
  ['\\(', '\\)', false],
  ['\\[', '\\]', true],
  ['$$', '$$', true],
  ['$', '$', false],
] as const

/**
 * Text with formulas that a script of the page would have drawn. Only what looks like TeX is
 * taken for one: `\(` alone is also how people write about regular expressions.
 */
export const splitFormulas = (text: string): Iterable<string | Formula> =>
  opening.test(text) ? partsOf(text) : [text]

function* partsOf(text: string): Generator<string | Formula, void> {
  const openings = new RegExp(opening, 'g')
  /** Up to where the text was handed on. */
  let from = 0
  for (let match = openings.exec(text); match; match = openings.exec(text)) {
    const { index: at } = match
    const [open, close, display] = delimiters.find(([sign]) => sign === match?.[0]) ?? ['']
    const end = close === undefined ? -1 : text.indexOf(close, at + open.length)
    if (open === '$' && !isInDollars(text, at, end)) continue
    // Without its end the rest cannot hold a formula of this kind; the text stays as it is.
    if (close === undefined || end < 0) break
    const tex = text.slice(at + open.length, end).trim()
    const isTex = tex.length < maxTex && /[\\^_=+<>{}]|^\p{L}$/u.test(tex)
    openings.lastIndex = end + close.length
    if (!isTex) continue
    if (from < at) yield text.slice(from, at)
    yield { tex, display: display ?? false }
    from = openings.lastIndex
  }
  if (from < text.length) yield text.slice(from)
}

const maxTex = 3_000

const opening = /\\[([]|\$\$|\$(?=\S)/

/**
 * Prices have dollars as well: a formula touches both of its own, nothing goes on right behind it,
 * and it has a sign that only formulas have.
 */
const isInDollars = (text: string, at: number, end: number): boolean => {
  if (end < 0 || end - at > maxInline) return false
  const tex = text.slice(at + 1, end)
  if (/^\s|\s$|\n\s*\n/.test(tex) || /\w/.test(text[at - 1] ?? '')) return false
  return bareTex.test(tex) && !/[\w$]/.test(text[end + 1] ?? '')
}
const maxInline = 300
