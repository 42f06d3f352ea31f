import { styleValue } from '../css/inline-style.ts'
import {
  descendants,
  type HtmlElement,
  type HtmlNode,
  type HtmlText,
  textContent,
} from '../html/html.ts'
import { isGutter, isNumberColumn, isOfLines } from '../html/listings.ts'
import { hasClass } from './elements.ts'

/** The text of a code block, every space kept, without line numbers and buttons. */
export const readCode = (block: HtmlElement): string => {
  const from = onlyCode(block) ?? block
  const code = newCode()
  let lines = 0
  const readSign = signsOf(block)
  const stack: (HtmlNode | (() => void))[] = partsOf(from).reverse()
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (typeof node === 'function') node()
    else if (node.type === 'text') code.write(node.text)
    else if (node.name === 'br') code.write('\n')
    else if (!isAside(node)) {
      const isBox = isLineBox(node)
      const sign = readSign(node)
      // Most highlighters keep the line breaks between their lines, some rely on the style.
      if (isBox || sign !== undefined || (isLine(node) && lines++ > 0)) code.endLine()
      if (isBox) stack.push(code.endLine)
      // Redoc draws the members of an object as a list.
      if (node.name === 'ul') stack.push(code.indent())
      code.sign = sign ?? code.sign
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as HtmlNode)
    }
  }
  return code.text()
}

const newCode = () => {
  const out: string[] = []
  let last = '\n'
  let depth = 0
  const code = {
    /** What stands before the next text. */
    sign: '',
    write(text: string) {
      if (text === '') return
      out.push(last === '\n' ? '  '.repeat(Math.min(depth, maxDepth)) : '', code.sign, text)
      code.sign = ''
      last = text.at(-1) ?? last
    },
    endLine() {
      if (last !== '\n') code.write('\n')
    },
    /** From the next line on; the function returned ends it. */
    indent() {
      depth++
      return () => {
        depth--
      }
    },
    text: () => cleanCode(out.join('')),
  }
  return code
}
const maxDepth = 30

const partsOf = (from: HtmlElement): HtmlNode[] =>
  from.children.filter(isOfLines(from) ? ({ type }) => type === 'element' : () => true)

const signsOf = (block: HtmlElement) => {
  if (isCompared(block)) return signOfCell
  return isChange(block) ? signOf : promptOf
}

/** Shiki and Expressive Code draw the signs of a change with a style. */
const isChange = (block: HtmlElement): boolean =>
  hasClass(block, 'has-diff') ||
  (onlyChild(block)?.children ?? []).some(
    line => line.type === 'element' && /^[+-]$/.test(signOf(line) ?? ''),
  )

const onlyChild = ({ name, children }: HtmlElement): HtmlElement | undefined =>
  name === 'pre' && children[0]?.type === 'element' ? children[0] : undefined

const signOf = (line: HtmlElement): string | undefined => {
  if (!hasClass(line, 'line') && !hasClass(line, 'ec-line')) return undefined
  if (hasClass(line, 'add') || hasClass(line, 'ins')) return '+'
  return hasClass(line, 'remove') || hasClass(line, 'del') ? '-' : ' '
}

/** Hosts of code compare two versions in a table: GitHub, GitLab and Gitea. */
const isCompared = (block: HtmlElement): boolean =>
  block.name !== 'pre' &&
  block.name !== 'code' &&
  descendants(block).some(cell => /^[+-]$/.test(signOfCell(cell) ?? ''))

const signOfCell = ({ attributes }: HtmlElement): string | undefined => {
  const { class: names = '', 'data-code-marker': marker } = attributes
  if (marker !== undefined || !changedCell.test(names)) return marker
  if (/(?:^|\s)(?:new|addition|add-code)(?:\s|$)/.test(names)) return '+'
  return /(?:^|\s)(?:old|deletion|del-code)(?:\s|$)/.test(names) ? '-' : ' '
}
const changedCell = /(?:^|\s)(?:line_content(?! match)|diff-text|(?:add|del|same)-code)(?:\s|$)/

/** Termynal's style draws the prompt of what is typed. */
const promptOf = ({ attributes }: HtmlElement): string | undefined => {
  const { 'data-ty': line, 'data-ty-prompt': prompt = line === 'input' ? '$' : '' } = attributes
  return line === undefined ? undefined : prompt && `${prompt} `
}

/** Some put a bar with the name of the language and its buttons into the block itself. */
const onlyCode = (block: HtmlElement): HtmlElement | undefined => {
  if (
    block.name !== 'pre' ||
    block.children.some(child => child.type === 'text' && hasWords(child))
  )
    return undefined
  let only: HtmlElement | undefined
  for (const element of descendants(block)) {
    if (element.name !== 'code') continue
    if (only) return undefined
    only = element
  }
  return only && only.parent !== block ? only : undefined
}

const hasWords = ({ text }: HtmlText): boolean => text.trim() !== ''

/** Inline code is one line: white space collapses as on the page. */
export const readInlineCode = (from: HtmlElement): string =>
  readCode(from).replace(/\s+/g, ' ').trim()

/** The lines of inline code that has breaks in it, pushed in by fixed spaces; undefined of one line. */
export const readCodeLines = ({ children }: HtmlElement): string | undefined => {
  const lines = ['']
  for (const child of children)
    if (child.type === 'element' && child.name === 'br') lines.push('')
    else lines.push(lines.pop() + (child.type === 'text' ? child.text : textContent(child)))
  const code = lines.map(line =>
    line
      .replace(/[ \t\r\n]+/g, ' ')
      .replace(/^ /, '')
      .replaceAll('\u00a0', ' ')
      .trimEnd(),
  )
  return code.filter(Boolean).length > 1 ? code.join('\n') : undefined
}

/**
 * What a code block is written in: a class or a data attribute of the element, of the `<code>`
 * inside or of the wrappers around it, as highlighters and site generators write them.
 */
export const codeLanguage = (block: HtmlElement): string => {
  if (isCompared(block) || isChange(block)) return 'diff'
  if (hasClass(block, 'redoc-json')) return 'json'
  for (const element of descendants(block)) {
    const language = element.name === 'code' ? languageOf(element) : ''
    if (language) return language
  }
  let element: HtmlElement | undefined = block
  for (let level = 0; element && level < 4; level++, element = element.parent) {
    if (level > 0 && element.children.length > 6) return ''
    const language = languageOf(element)
    if (language) return language
  }
  return ''
}

/**
 * What a highlighter adds beside a block: a bar with the name of the language and buttons, line
 * numbers; rustdoc, a word that is only shown while its text is folded.
 */
export const isCodeBar = (element: HtmlElement): boolean => {
  const { class: names } = element.attributes
  if (names === undefined) return false
  if (names === 'toolbar')
    return element.parent !== undefined && hasClass(element.parent, 'code-toolbar')
  if (names === 'hideme') return element.name === 'summary'
  // The numbers of nbsphinx's cells.
  if (/^prompt(?:\s|$)/.test(names)) return /^nb(?:in|out)put\s/.test(nameOf(element.parent))
  return numbersBeside.test(names) || isNumberColumn(element)
}
const numbersBeside =
  /(?:^|\s)(?:line-numbers-(?:wrapper|rows)|code-line-numbers|CodeMirror-measure)(?:\s|$)/

const nameOf = (element: HtmlElement | undefined): string => element?.attributes.class ?? ''

/** An element that shows its text as it stands, although it is no `<pre>`. */
export const isPreformatted = (element: HtmlElement): boolean => {
  const style = element.attributes.style
  if (!style?.includes('white-space')) return false
  const value = styleValue(style, 'white-space') ?? ''
  return value === 'pre' || value === 'pre-wrap'
}

const cleanCode = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u00a0', ' ')
    .replace(/[\u200b\ufeff]/g, '')
    .split('\n')
    // A line of blanks alone says nothing; dropping them also keeps list indentation exact.
    .map(line => (line.trim() === '' ? '' : line))
    .join('\n')

const isAside = (element: HtmlElement): boolean => {
  if (asides.has(element.name) || (element.name === 'th' && hasClass(element, 'filename')))
    return true
  if (element.name === 'code' || element.name === 'pre') return false
  const { attributes } = element
  // highlightjs-line-numbers writes it beside the code, too.
  if (attributes['data-line-number'] !== undefined && element.name === 'td')
    return !hasClass(element, 'hljs-ln-code')
  return attributes.hidden !== undefined || isGutter(element) || isOwnNumber(element)
}

/** The number of a line, in the line itself, which nobody can select: rustdoc, and Chroma in Hugo. */
const isOwnNumber = (element: HtmlElement): boolean => {
  const { style, 'data-nosnippet': aside } = element.attributes
  if (aside === undefined && !style?.includes('user-select')) return false
  if (aside === undefined && styleValue(style ?? '', 'user-select') !== 'none') return false
  const [only] = element.children
  const text = only?.type === 'element' ? only.children[0] : only
  return element.children.length === 1 && text?.type === 'text' && /^\s*\d+\s*$/.test(text.text)
}

/** In a diff Prism calls the words behind the sign of a line a token, too; Medium's lines have no class. */
const isLine = (element: HtmlElement): boolean =>
  element.name === 'span' &&
  !hasClass(element, 'token') &&
  (element.attributes['data-selectable-paragraph'] !== undefined ||
    lineClasses.some(name => hasClass(element, name)))

/** Also a highlighted line of Gatsby, which a style sets as a block. */
const isLineBox = (element: HtmlElement): boolean =>
  lineElements.has(element.name) ||
  (element.name === 'span' && hasClass(element, 'gatsby-highlight-code-line'))

const asides = new Set(['button', 'script', 'style', 'template', 'svg', 'clipboard-copy', 'select'])
const lineElements = new Set(['div', 'tr', 'p', 'li', 'pre', 'hr'])
const lineClasses = ['line', 'token-line', 'code-line', 'view-line']
const languageOf = (element: HtmlElement): string => {
  const { attributes } = element
  for (const name of languageAttributes) {
    const language = normalLanguage(attributes[name])
    if (language) return language
  }
  const brush = /brush:\s*([^\s;]+)/.exec(attributes['data-syntaxhighlighter-params'] ?? '')?.[1]
  if (brush) return normalLanguage(brush)
  const classes = (attributes.class ?? '').split(/\s+/)
  for (const [index, name] of classes.entries()) {
    const language = normalLanguage(classLanguage(name, classes[index + 1]))
    if (language) return language
  }
  const isCode = element.name === 'code' || element.name === 'pre'
  // Mintlify's, and that of Google's documentation.
  const own = isCode ? normalLanguage(attributes.language ?? attributes.syntax) : ''
  if (own) return own
  if (isCode || highlighters.some(name => classes.includes(name))) {
    const language = knownLanguage(classes)
    if (language) return language
  }
  // With two letters `lang` is a language people speak: `cs` is Czech.
  return isCode && (attributes.lang?.length ?? 0) > 2 ? knownLanguage([attributes.lang ?? '']) : ''
}

const languageAttributes = [
  'data-lang',
  'data-language',
  'data-code-language',
  'data-enlighter-language',
]
const highlighters = ['hljs', 'sourceCode', 'shiki', 'syntaxhighlighter']

const classLanguage = (name: string, next: string | undefined): string | undefined => {
  if (name === 'brush:') return next
  const prefix = classPrefixes.find(one => name.startsWith(one))
  return prefix && name.slice(prefix.length)
}

const classPrefixes = [
  'language-',
  'lang-',
  'highlight-source-',
  'highlight-text-',
  'highlight-',
  'brush:',
  'src-',
  'lang:',
]

/** A bare class name of code or beside `hljs` is taken only where it is a language. */
const knownLanguage = (classes: string[]): string =>
  classes.map(normalLanguage).find(name => name && languages.has(name)) ?? ''

const normalLanguage = (value: string | undefined): string => {
  // A diff of some language is a diff.
  const name = (value ?? '')
    .trim()
    .replace(/;$/, '')
    .toLowerCase()
    .replace(/^(diff)-.*|^i(python)3?$/, '$1$2')
  return /^[a-z0-9][a-z0-9+#.-]{0,29}$/.test(name) && !notLanguages.has(name) ? name : ''
}

const notLanguages = new Set(
  'none text plaintext plain txt default nohighlight no-highlight undefined null wrapper block code line lines container copy toolbar'.split(
    ' ',
  ),
)

/**
 * The language that a line above a block says, which a bar with buttons became; undefined where the
 * line says anything else.
 */
export const languageOfLabel = (line: string, language: string): string | undefined => {
  const words = line.replace(copyWords, ' ').trim().toLowerCase()
  if (words === '' || words === language) return language
  const name = shortNames.get(words) ?? words
  if (language === '') return [words, name].find(known => languages.has(known))
  return name === (shortNames.get(language) ?? language) ? language : undefined
}
const copyWords = /(?:^|\s)cop(?:y|ied)(?: code| to clipboard)?!?(?=\s|$)/gi

/** One name for each language that has several. */
const shortNames = new Map(
  (
    'bash:sh,shell,zsh,console,terminal js:javascript,node ts:typescript py:python,python3 ' +
    'yml:yaml rb:ruby rs:rust cs:csharp,c# cpp:c++ md:markdown kt:kotlin go:golang ' +
    'html:xml docker:dockerfile'
  )
    .split(' ')
    .flatMap(names => {
      const [short = '', others = ''] = names.split(':')
      return others.split(',').map(other => [other, short] as const)
    }),
)

const languages = new Set(
  (
    'bash sh shell zsh console powershell c cpp c++ csharp cs css scss sass less dart diff docker ' +
    'dockerfile elixir elm erlang go golang graphql groovy haskell hs html xml ini java ' +
    'javascript js jsx json json5 julia kotlin latex lisp lua makefile markdown md matlab nginx ' +
    'nix objectivec ocaml perl php protobuf python py r ruby rb rust rs scala sql svelte swift ' +
    'terraform toml ts tsx typescript vim vue wasm yaml yml zig'
  ).split(' '),
)
