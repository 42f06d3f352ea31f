import { objectOf, tableOf, text } from '../../kit/data-shape.ts'
import { isHidden } from '../css/hidden.ts'
import { type HtmlElement, textContent } from '../html/html.ts'
import data from './mathml-symbols.json' with { type: 'json' }

/** Presentation MathML as TeX. Deeper than any formula people write, only the text is taken. */
export const mathmlToTex = (math: HtmlElement): string => tex(math, 0).trim()

const maxDepth = 100

const tex = (element: HtmlElement, depth: number): string => {
  if (depth > maxDepth) return textContent(element).trim()
  if (isHidden(element, 'markup')) return ''
  const parts = () => elements(element).map(child => tex(child, depth + 1))
  const part = (index: number) => {
    const child = elements(element)[index]
    return child ? tex(child, depth + 1) : ''
  }
  switch (element.name) {
    case 'annotation':
    case 'annotation-xml':
      return ''
    case 'mi':
      return identifier(element)
    case 'mn':
      return textContent(element).trim()
    case 'mo':
      return operator(textContent(element).trim())
    case 'mtext':
    case 'ms':
      return `\\text{${textContent(element).trim()}}`
    case 'mspace':
      return ' '
    case 'mfrac':
      if (element.attributes.linethickness === '0') return `{${part(0)} \\atop ${part(1)}}`
      return `\\frac{${part(0)}}{${part(1)}}`
    case 'msqrt':
      return `\\sqrt{${parts().join(' ')}}`
    case 'mroot':
      return `\\sqrt[${part(1)}]{${part(0)}}`
    case 'msup':
      return `${group(part(0))}^{${part(1)}}`
    case 'msub':
      return `${group(part(0))}_{${part(1)}}`
    case 'msubsup':
    case 'munderover':
      return `${group(part(0))}_{${part(1)}}^{${part(2)}}`
    case 'munder':
      return linesBelow.has(part(1)) ? over(part(0), part(1)) : `${group(part(0))}_{${part(1)}}`
    case 'mover':
      return over(part(0), part(1))
    case 'mtable':
      return `\\begin{matrix}${parts().join(' \\\\ ')}\\end{matrix}`
    case 'mtr':
      return parts().join(' & ')
    case 'mfenced':
      return `${element.attributes.open ?? '('}${parts().join(', ')}${element.attributes.close ?? ')'}`
    default:
      return joined(fenced(element, parts()))
  }
}

const elements = (from: HtmlElement): HtmlElement[] =>
  from.children.filter(child => child.type === 'element')

const identifier = (element: HtmlElement): string => {
  const name = textContent(element).trim()
  const command = letters[name]
  const face = faces[element.attributes.mathvariant ?? '']
  if (face && name) return `\\${face}{${command ? `\\${command}` : name}}`
  if (command) return `\\${command}`
  return [...name].length > 1 ? (functions.has(name) ? `\\${name}` : `\\mathrm{${name}}`) : name
}

const operator = (sign: string): string => {
  const command = operators[sign]
  if (command !== undefined) return command && `\\${command}`
  if (sign === '−') return '-'
  return sign === '{' || sign === '}' ? `\\${sign}` : sign
}

/** Brackets that are said to be such grow with what is between them, also where one is not drawn. */
const fenced = (row: HtmlElement, parts: string[]): string[] => {
  const [first, last] = [0, -1].map(at => elements(row).at(at)?.attributes.fence === 'true')
  const [open = '', close = ''] = [parts[0], parts.at(-1)]
  const isTall = parts.some(part => tall.test(part))
  if (!first || !last || parts.length < 2 || !isTall) return parts
  return ['\\left', open || '.', ...parts.slice(1, -1), '\\right', close || '.']
}
const tall = /\\(?:frac|atop|begin|sum|prod|int)(?![a-z])/

const over = (base: string, sign: string): string => {
  const accent = accents[sign]
  return accent ? `\\${accent}{${base}}` : `\\overset{${sign}}{${base}}`
}

const linesBelow = new Set(['_', '\u0332', '⏟'])

/** One sign or command needs no braces. */
const group = (base: string): string =>
  [...base].length === 1 || /^\\[a-z]+$/i.test(base) ? base : `{${base}}`

const joined = (parts: string[]): string => {
  let out = ''
  let last = ''
  for (const part of parts) {
    if (part === '') continue
    // A command swallows letters that touch it.
    const space = /\\[a-z]+$/i.test(last) && /^[a-z0-9]/i.test(part) ? ' ' : ''
    out += space + part
    last = last.endsWith('\\') ? `\\${part}` : part
  }
  return out
}

const functions = new Set(
  'sin cos tan log ln exp lim max min det gcd sup inf arg dim ker'.split(' '),
)

type Commands = Readonly<Record<string, string>>
type Symbols = { faces: Commands; letters: Commands; operators: Commands; accents: Commands }

/** TeX's commands by the sign, or for `faces` by the value of `mathvariant`; '' for invisible signs. */
const { faces, letters, operators, accents } = objectOf<Symbols>({
  faces: tableOf(text),
  letters: tableOf(text),
  operators: tableOf(text),
  accents: tableOf(text),
})(data, 'mathml-symbols.json')
