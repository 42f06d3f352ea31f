import { escapeHtml } from '../../../kit/escape-html.ts'
import { build } from '../../html/builder.ts'
import { type HtmlElement, textContent } from '../../html/html.ts'
import { parseXml } from '../xml.ts'

/**
 * Signs that text never has, as Unicode keeps them for programs: they stand for the brackets of tags
 * that are to pass through the reader of office files as if they were text.
 */
const brackets = { open: '\ufdd0', close: '\ufdd1' }

export const bracketsToHtml = (html: string): string =>
  html.replaceAll(brackets.open, '<').replaceAll(brackets.close, '>')

export const bracketed = (tag: string): string => `${brackets.open}${tag}${brackets.close}`

/**
 * The formulas of Word and PowerPoint (ECMA-376, part 1, 22.1), which the reader of office files
 * leaves out, as MathML in runs of text.
 */
export const formulasToRuns = (xml: string, run: 'w' | 'a'): string => {
  if (!xml.includes('<m:oMath')) return xml
  let isDisplay = false
  const written = replaceAll(withFormulas(xml), officeMath, '</m:oMath>', (content, before) => {
    isDisplay = displayAfter(before, isDisplay)
    const math = build('math', isDisplay ? { display: 'block' } : {}, rows(parseXml(content)))
    return `<${run}:r><${run}:t>${escapeHtml(serialize(math))}</${run}:t></${run}:r>`
  })
  return written.replace(/<\/?(?:m:oMathPara|a14:m)(?: [^<>]*)?>/g, '')
}
const officeMath = /<m:oMath(?: [^<>]*)?>/

/** MathML in XHTML, which would be read as its letters. */
export const mathsIn = (xhtml: string): string =>
  replaceAll(xhtml, /<(?:\w+:)?math(?: [^<>]*)?>/, /<\/(?:\w+:)?math>/, (content, _, tag) => {
    const [math] = elements(parseXml(`${tag}${content}`))
    return math ? escapeHtml(serialize(math)) : ''
  })

/** In linear time, whatever is never closed. */
const replaceAll = (
  xml: string,
  start: RegExp,
  end: string | RegExp,
  write: (content: string, before: string, tag: string) => string,
): string => {
  const parts = xml.split(end)
  const last = parts.pop() ?? ''
  const written = parts.map(part => {
    const match = start.exec(part)
    if (!match) return part
    const before = part.slice(0, match.index)
    return before + write(part.slice(match.index + match[0].length), before, match[0])
  })
  return written.join('') + last
}

/** PowerPoint has a picture beside each for programs before 2010, and that is what would be read. */
const withFormulas = (xml: string): string =>
  xml
    .split(/(?<=<\/mc:AlternateContent>)/)
    .map(part => {
      const start = part.lastIndexOf('<mc:AlternateContent')
      const inner = start < 0 ? '' : part.slice(start)
      const [choice = ''] = /<mc:Choice [^<>]*>/.exec(inner) ?? []
      if (!choice.includes('"a14"') || !inner.includes('<m:oMath')) return part
      const from = inner.indexOf(choice) + choice.length
      return part.slice(0, start) + inner.slice(from, inner.indexOf('</mc:Choice>', from))
    })
    .join('')

const displayAfter = (xml: string, before: boolean): boolean => {
  const [start, end] = [xml.lastIndexOf('<m:oMathPara'), xml.lastIndexOf('</m:oMathPara>')]
  return start === end ? before : start > end
}

/** Presentation MathML; the attributes are words. */
const serialize = ({ name, attributes, children }: HtmlElement): string => {
  const said = keptAttributes.flatMap(key => {
    const value = attributes[key] ?? ''
    return /^[\w-]{1,30}$/.test(value) ? ` ${key}=${value}` : []
  })
  const own = name.replace(/^.*:/, '')
  if (own.startsWith('annotation')) return ''
  const inner = children.map(node =>
    node.type === 'element' ? serialize(node) : node.type === 'text' ? node.text : '',
  )
  return `${bracketed(`${own}${said.join('')}`)}${inner.join('')}${bracketed(`/${own}`)}`
}
const keptAttributes = ['display', 'fence', 'mathvariant', 'linethickness']

const elements = ({ children }: HtmlElement): HtmlElement[] =>
  children.filter(child => child.type === 'element')

const rows = (element: HtmlElement): HtmlElement[] => elements(element).flatMap(read)

const row = (...content: HtmlElement[]): HtmlElement => build('mrow', {}, content)

const sign = (text: string, attributes = {}): HtmlElement => build('mo', attributes, [text])

const read = (element: HtmlElement): HtmlElement[] => {
  const name = element.name.replace(/^m:/, '')
  const lines = (part: string) => elements(element).filter(child => child.name === `m:${part}`)
  const parts = (part: string) => lines(part).map(child => row(...rows(child)))
  const part = (part: string) => parts(part)[0] ?? row()
  const said = (property: string, otherwise = '') => propertyOf(element, property) ?? otherwise
  const one = (math: string, ...of: string[]) => [build(math, {}, of.map(part))]
  const type = said('type')
  const e = 'e'
  switch (name) {
    case 'r':
      return textOf(element)
    case 'f':
      if (/^(?:lin|skw)$/.test(type)) return [part('num'), sign('/'), part('den')]
      return [build('mfrac', type === 'noBar' ? bare : {}, [part('num'), part('den')])]
    case 'ssup':
      return one('msup', e, 'sup')
    case 'ssub':
      return one('msub', e, 'sub')
    case 'ssubsup':
      return one('msubsup', e, 'sub', 'sup')
    case 'spre':
      return [build('msubsup', {}, [row(), part('sub'), part('sup')]), part(e)]
    case 'rad':
      return isOn(said('deghide', 'off')) ? one('msqrt', e) : one('mroot', e, 'deg')
    case 'nary':
      return [naryOf(said, part), part(e)]
    case 'limlow':
      return one('munder', e, 'lim')
    case 'limupp':
      return one('mover', e, 'lim')
    case 'func':
      return [part('fname'), part(e)]
    case 'acc':
      return [build('mover', {}, [part(e), sign(said('chr', '\u0302'))])]
    case 'bar':
      return [marked(said('pos', 'bot'), part(e), '\u0332', '\u203e')]
    case 'groupchr':
      return [marked(said('pos', 'bot'), part(e), said('chr', '\u23df'), said('chr', '\u23df'))]
    case 'd':
      return [delimited(parts(e), said)]
    case 'm':
      return [
        build(
          'mtable',
          {},
          lines('mr').map(line => tableRow(elements(line))),
        ),
      ]
    case 'eqarr':
      return [
        build(
          'mtable',
          {},
          lines(e).map(line => tableRow([line])),
        ),
      ]
    default:
      // Properties, and what a reviewer deleted.
      return /pr$|^w:del$/.test(name) ? [] : rows(element)
  }
}

const bare = { linethickness: '0' }

type Said = (property: string, otherwise?: string) => string

const propertyOf = (element: HtmlElement, property: string): string | undefined => {
  const properties = elements(element).find(({ name }) => name === `${element.name}pr`)
  const found = properties && elements(properties).find(({ name }) => name === `m:${property}`)
  return found && (found.attributes['m:val'] ?? found.attributes.val ?? 'on')
}

const isOn = (value: string): boolean => /^(?:on|1|true)$/.test(value)

const naryOf = (said: Said, part: (name: string) => HtmlElement): HtmlElement => {
  const sum = sign(said('chr', '\u222b'))
  const [sub, sup] = ['sub', 'sup'].map(name => !isOn(said(`${name}hide`, 'off')))
  if (sub && sup) return build('munderover', {}, [sum, part('sub'), part('sup')])
  if (sub) return build('munder', {}, [sum, part('sub')])
  return sup ? build('msup', {}, [sum, part('sup')]) : sum
}

const marked = (place: string, base: HtmlElement, below: string, above: string): HtmlElement =>
  place === 'top'
    ? build('mover', {}, [base, sign(above)])
    : build('munder', {}, [base, sign(below)])

const delimited = (parts: readonly HtmlElement[], said: Said): HtmlElement => {
  const between = parts.flatMap((part, at) => (at > 0 ? [sign(said('sepchr', '|')), part] : [part]))
  const fence = { fence: 'true' }
  return row(sign(said('begchr', '('), fence), ...between, sign(said('endchr', ')'), fence))
}

const tableRow = (cells: readonly HtmlElement[]): HtmlElement =>
  build(
    'mtr',
    {},
    cells.map(cell => build('mtd', {}, rows(cell))),
  )

/** Letters of a run are variables each, unless it is upright; `&` says where equations align. */
const textOf = (run: HtmlElement): HtmlElement[] => {
  const text = elements(run)
    .filter(({ name }) => /^[mwa]:t$/.test(name))
    .map(textContent)
    .join('')
    .replace(/[\u{1d400}-\u{1d7ff}]/gu, letter => letter.normalize('NFKC'))
  if (propertyOf(run, 'nor') !== undefined) return [build('mtext', {}, [text])]
  const style = propertyOf(run, 'sty') ?? ''
  const face = faces[propertyOf(run, 'scr') ?? ''] ?? boldFaces[style]
  const tokens = style === 'p' ? uprightTokens : slantedTokens
  return (text.match(tokens) ?? []).map(token => {
    if (/^\d/.test(token)) return build('mn', {}, [token])
    if (/^\p{L}/u.test(token)) return build('mi', face ? { mathvariant: face } : {}, [token])
    return sign(token)
  })
}
const slantedTokens = /\d+(?:[.,]\d+)*|\p{L}|[^\s&]/gu
const uprightTokens = /\d+(?:[.,]\d+)*|\p{L}+|[^\s&]/gu

const faces: Record<string, string> = {
  ...{ 'double-struck': 'double-struck', script: 'script', fraktur: 'fraktur' },
  ...{ 'sans-serif': 'sans-serif', monospace: 'monospace' },
}
const boldFaces: Record<string, string> = { b: 'bold', bi: 'bold-italic' }
