import type { HtmlElement } from '../html/html.ts'

/** Elements that start a new line: text on either side of their edges is not one sentence. */
export const blockTags: ReadonlySet<string> = new Set(
  `address article aside blockquote body button caption center dd details dialog dir div dl dt
  fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li
  main menu nav noscript ol p pre search section summary table tbody td tfoot th thead tr ul`.split(
    /\s+/,
  ),
)

/** Elements whose text nobody reads on the page. */
export const silentTags: ReadonlySet<string> = new Set(
  `applet area audio base basefont canvas datalist embed frame frameset head iframe link map meta
  noembed noframes object optgroup option param rp script select source style svg template textarea
  title track video`.split(/\s+/),
)

/** Elements that show something without holding text. */
export const mediaTags: ReadonlySet<string> = new Set([
  'img',
  'amp-img',
  'amp-anim',
  'picture',
  'video',
  'audio',
  'iframe',
  'svg',
  'object',
  'embed',
  'canvas',
])

/** Inline elements that may start or end in the middle of a word. */
const letterTags: ReadonlySet<string> = new Set(
  'abbr b big code em font i ins del mark q s small strong sub sup tt u var wbr'.split(' '),
)

/** Whether two neighbouring inline elements with nothing between them are separate words. */
export const separatesWords = (name: string) => !letterTags.has(name)

export const isHeading = (name: string) =>
  name.length === 2 && name.charCodeAt(0) === 104 && name >= 'h1' && name <= 'h6'

/** MathJax and Substack keep a formula where no text stands, and draw it from there. */
export const isFormulaSource = ({ name, attributes }: HtmlElement): boolean =>
  (name === 'script' && attributes.type?.startsWith('math/') === true) ||
  name === 'mjx-container' ||
  attributes['data-mathml'] !== undefined ||
  attributes['data-component-name'] === 'LatexBlockToDOM'

/** Drawn by KaTeX beside the same formula in MathML, its source within that, or what only keeps room. */
export const isFormulaCopy = ({ name, attributes }: HtmlElement): boolean =>
  name === 'annotation' || name === 'mphantom' || attributes.class === 'katex-html'
