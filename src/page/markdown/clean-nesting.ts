/**
 * Whether the parser would leave the element where it stands. Trees that scripts made, or that
 * lost an element here, can hold what markup cannot say, such as a paragraph in a paragraph.
 */
export const mayOpen = (open: string[], name: string): boolean => {
  const around = open.at(-1)
  switch (name) {
    case 'tr':
      return around === 'tbody' || around === 'thead' || around === 'tfoot'
    case 'td':
    case 'th':
      return around === 'tr'
    case 'thead':
    case 'tbody':
    case 'tfoot':
    case 'caption':
      return around === 'table'
    case 'a':
      return !isInside(open, 'a', noBoundary)
    case 'li':
      return !isInside(open, 'li', lists) && !isInside(open, 'p', lists)
    case 'dt':
    case 'dd':
      return !isInside(open, 'dt', definitions) && !isInside(open, 'dd', definitions)
    case 'rt':
      return around === 'ruby'
    default:
      if (!closesParagraph.has(name)) return true
      if (/^h[1-6]$/.test(name) && /^h[1-6]$/.test(around ?? '')) return false
      return !isInside(open, 'p', cells)
  }
}

const noBoundary = new Set<string>()
const lists = new Set(['ul', 'ol'])
const definitions = new Set(['dl'])
const cells = new Set(['td', 'th', 'caption'])

/** Whether one is open, not counting what lies outside a boundary. */
const isInside = (open: string[], name: string, boundaries: ReadonlySet<string>): boolean => {
  const least = Math.max(0, open.length - maxLookBack)
  for (let i = open.length - 1; i >= least; i--) {
    const at = open[i] as string
    if (at === name) return true
    if (boundaries.has(at)) return false
  }
  return false
}

/** Deeper than parsed trees go; keeps hostile trees linear. */
const maxLookBack = 512

const closesParagraph = new Set(
  (
    'p div section article main header footer aside nav address hgroup h1 h2 h3 h4 h5 h6 ul ol dl ' +
    'blockquote pre figure figcaption details summary table'
  ).split(' '),
)
