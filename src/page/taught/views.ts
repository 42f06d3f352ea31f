import type { Atom, AtomKind, Texts } from './atoms.ts'
import { foldLabel } from './labels.ts'
import type { Place } from './place.ts'

/**
 * The ways to say where an atom stands: strings of six families, the first letter names it. A rule
 * is one of them, and to ask it is one look-up.
 */
type View = {
  code: string
  of: ReadonlySet<AtomKind>
  /** Without its code; undefined where the atom cannot be seen this way. */
  make: (atom: Atom, texts: Texts) => string | undefined
}

const visible = new Set<AtomKind>(['text', 'empty', 'element', 'attribute'])
const said = new Set<AtomKind>(['text', 'empty', 'element'])
const texts = new Set<AtomKind>(['text'])

export const views: readonly View[] = [
  { code: 'P1', of: visible, make: ({ place, part, slot = part }) => `${place.path}|${slot}` },
  {
    code: 'P2',
    of: visible,
    make: ({ place, part, slot = part }) => place.idPath && `${place.idPath}|${slot}`,
  },
  {
    code: 'P3',
    of: visible,
    make: ({ place, part, slot = part }) => place.outerIdPath && `${place.outerIdPath}|${slot}`,
  },
  { code: 'C1', of: visible, make: ({ place, part }) => `${place.sign}|${part}` },
  {
    code: 'C2',
    of: visible,
    make: ({ place, part }) => place.parent && `${place.parent.sign}>${place.sign}|${part}`,
  },
  {
    code: 'C3',
    of: visible,
    make: ({ place: { parent, sign }, part }) =>
      parent && `${parent.parent?.sign ?? ''}>${parent.sign}>${sign}|${part}`,
  },
  {
    code: 'C4',
    of: visible,
    make: atom => atom.place.classed && `${atom.place.classed}|${loose(atom)}`,
  },
  {
    code: 'C6',
    of: visible,
    make: atom => {
      const { sign, near } = atom.place
      // Where the element has classes of its own, this is C1.
      return near === sign ? '' : near && `${near}|${loose(atom)}`
    },
  },
  {
    code: 'C5',
    of: visible,
    // Where the element has classes of its own there is no position to say: that is C1.
    make: ({ place, part, slot = part }) =>
      place.nearClass === place.sign ? '' : place.nearClass && `${place.nearClass}|${slot}`,
  },
  {
    code: 'M2',
    of: visible,
    make: ({ place, part }) => place.property && `${place.property}|${place.tag}|${part}`,
  },
  { code: 'M1', of: new Set<AtomKind>(['json']), make: ({ path }) => path },
  {
    code: 'L1',
    of: said,
    // Not even which element it is in: a box more or less leaves the label where it was.
    make: (atom, page) => withLabel(atom, page, label => label, loose(atom)),
  },
  {
    code: 'L2',
    of: said,
    make: (atom, page) => withLabel(atom, page, label => `${label}|${atom.place.sign}`),
  },
  {
    code: 'L3',
    of: said,
    make: (atom, page) =>
      withLabel(atom, page, (label, before) => `${label}|${wayBetween(before.place, atom.place)}`),
  },
  {
    code: 'L4',
    of: said,
    make: (atom, page) => {
      const second = page.texts[atom.at - 2]
      if (!second) return undefined
      const outer = foldLabel(second.text)
      return withLabel(atom, page, label => `${outer}|${label}|${atom.place.tag}`)
    },
  },
  {
    code: 'L5',
    of: said,
    make: (atom, page) => {
      const { row } = atom.place
      const first = row && row.first < atom.at ? page.texts[row.first] : undefined
      return row && first && `${foldLabel(first.text)}|${atom.at - row.first}|${loose(atom)}`
    },
  },
  {
    code: 'L6',
    of: texts,
    make: ({ place, at, part }, page) => {
      const after = page.texts[at + 1]
      return after && `${foldLabel(after.text)}|${place.sign}|${part}`
    },
  },
  { code: 'I1', of: texts, make: atom => withInline(atom, label => `${label}|t`) },
  { code: 'I2', of: texts, make: atom => withInline(atom, label => `${label}|${atom.place.sign}`) },
  {
    code: 'H1',
    of: said,
    make: (atom, page) =>
      withHeading(atom, page, (heading, distance) => `${heading}|${distance}|${loose(atom)}`),
  },
  {
    code: 'H2',
    of: said,
    make: (atom, page) =>
      withHeading(atom, page, heading => withLabel(atom, page, label => `${heading}|${label}`)),
  },
  {
    code: 'H3',
    of: said,
    make: (atom, page) =>
      withHeading(atom, page, heading => `${heading}|${atom.place.sign}|${atom.part}`),
  },
]

export const viewsOf = (
  atom: Atom,
  page: Texts,
  add: (view: string) => void,
  among: readonly View[] = views,
): void => {
  for (const { code, of, make } of among) {
    const place = of.has(atom.kind) && make(atom, page)
    if (place) add(`${code}|${place}`)
  }
}

/** Boxes that come and go change which text of its element an atom is, not that it is one. */
const loose = ({ part }: Atom): string => (part[0] === 't' ? 't' : part)

/** The text before it. */
const withLabel = (
  atom: Atom,
  { texts }: Texts,
  write: (label: string, before: Atom) => string,
  part = atom.part,
): string | undefined => {
  const before = texts[atom.at - 1]
  const label = before && foldLabel(before.text)
  return before && label ? `${write(label, before)}|${part}` : undefined
}

/** The words before the colon in the same text. */
const withInline = ({ text }: Atom, write: (label: string) => string): string | undefined => {
  const colon = text.indexOf(':')
  if (colon < 1 || colon > 40 || colon >= text.length - 1) return undefined
  const label = foldLabel(text.slice(0, colon))
  return label ? write(label) : undefined
}

const withHeading = (
  { at }: Atom,
  { headings }: Texts,
  write: (heading: string, distance: number) => string | undefined,
): string | undefined => {
  const heading = headings[Math.min(at, headings.length - 1)]
  return heading && write(foldLabel(heading.text), at - heading.at)
}

/** How many elements up from the one, and which down to the other. */
const wayBetween = (from: Place, to: Place): string => {
  let [up, a, b] = [0, from as Place | undefined, to as Place | undefined]
  let down = ''
  while (a && b && a !== b) {
    const [depthA, depthB] = [a.element.depth, b.element.depth]
    if (depthB >= depthA) {
      down = `>${b.tag}${down}`
      b = b.parent
    }
    if (depthA >= depthB) {
      up++
      a = a.parent
    }
    if (down.length > 200 || up > 20) break
  }
  return `${up}${down}`
}
