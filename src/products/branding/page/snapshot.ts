/**
 * What one pass in the page brings back: plain measured data, colors and lengths as the browser
 * computes them. Nothing is decided in the page; every decision is a pure function of this.
 */
export type Snapshot = {
  viewport: { width: number; height: number }
  page: { width: number; height: number }
  roots: Roots
  elements: Measured[]
  texts: TextGroup[]
  surfaces: Surface[]
  overlays: Overlay[]
  logos: LogoSight[]
  /** Custom properties on `:root` and `body`, with `var()` resolved. */
  variables: [name: string, value: string][]
  distances: Count[]
  radii: Count[]
  shadows: { value: string; count: number }[]
  marks: Marks
  /** The page was larger than what is measured. */
  isCut: boolean
}

export type Count = { px: number; count: number }
export type Box = { x: number; y: number; width: number; height: number }

export type Roots = {
  html: string
  body: string
  /** Opaque or not: backgrounds of elements as large as the page, outermost first. */
  wrappers: string[]
  /** What lies under everything, by the page's `color-scheme`. */
  canvas: string
  bodyText: string
  rootFontPx: number
  /** Has a background image or gradient under the whole page. */
  hasImage: boolean
}

export type ElementKind = 'button' | 'link' | 'input' | 'panel' | 'bar'

export type Measured = {
  kind: ElementKind
  tag: string
  role: string
  type: string
  /** Classes and id, for the names that people give their components. */
  names: string
  text: string
  /** `aria-label`, `title` or the alternative text within. */
  label: string
  href: string
  selector: string
  box: Box
  style: Style
  /** Backgrounds of the ancestors, nearest first, up to one that is opaque. */
  backdrop: string[]
  /** Index into `overlays` of what it floats in. */
  overlay: number | null
  region: SnapshotRegion
  /** Stands in a line of running text. */
  inText: boolean
  isDisabled: boolean
  /** Elements below it. */
  size: number
}

export type SnapshotRegion = 'header' | 'main' | 'footer'

export type Style = {
  color: string
  background: string
  /** Only gradients: a picture says nothing about colors of the design. */
  gradient: string
  borderColor: string
  borderWidthPx: number
  borderStyle: string
  radius: [number, number, number, number]
  shadow: string
  padding: [number, number, number, number]
  family: string
  sizePx: number
  weight: number
}

/** Text that looks the same and means the same. */
export type TextGroup = {
  /** `h1` … `h6`, `code`, `button`, `link`, `small` or `body`. */
  context: string
  family: string
  sizePx: number
  weight: number
  lineHeightPx: number | null
  letterSpacingPx: number | null
  transform: string
  color: string
  /** The nearest opaque background; empty for the page itself. */
  on: string
  overlay: number | null
  region: SnapshotRegion
  characters: number
  count: number
  /** Index of an element of the group in the page, to ask for its fonts. */
  sample: number
  selector: string
}

/** A background color and all that is painted with it. */
export type Surface = {
  value: string
  areaPx: number
  /** Area of the largest single one. */
  largestPx: number
  count: number
  overlay: number | null
  selector: string
}

/** Something that floats above the page, or speaks like what usually does. */
export type Overlay = {
  names: string
  role: string
  position: string
  zIndex: number
  box: Box
  text: string
  hasNavigation: boolean
  hasHeading: boolean
  isModal: boolean
  buttons: { index: number; text: string; tag: string; href: string }[]
}

export type LogoSight = {
  kind: 'svg' | 'img' | 'background'
  /** Absolute, or empty for a drawing in the page. */
  url: string
  svg: string
  /** Where the drawing takes parts from that are in files of their own, with their ids. */
  sprites: string[]
  /** Colors of the drawing's own, without `currentcolor`. */
  paints: string[]
  alt: string
  /** Own names, file name and the names of the nearest ancestors. */
  names: string
  href: string
  /** The link leads to the home page. */
  leadsHome: boolean
  box: Box
  naturalPx: { width: number; height: number }
  region: SnapshotRegion
  overlay: number | null
  inButton: boolean
  /** Other pictures of its kind beside it. */
  neighbours: number
  /** Text in the same link. */
  linkText: string
}

/** Names by which frameworks are known, with how often they occur. */
export type Marks = {
  classes: [name: string, count: number][]
  attributes: [name: string, count: number][]
  tags: [name: string, count: number][]
  files: string[]
  generator: string
  rootAttributes: [name: string, value: string][]
}
