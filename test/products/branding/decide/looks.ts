import { type Color, readColor } from '../../../../src/page/css/color.ts'
import type {
  Measured,
  Snapshot,
  TextGroup,
} from '../../../../src/products/branding/page/snapshot.ts'

export const white: Color = { red: 1, green: 1, blue: 1, alpha: 1 }
export const black = readColor('#000') as Color
export const nothing: ReadonlySet<number> = new Set()

type Look = Partial<Omit<Measured, 'style'>> & { style?: Partial<Measured['style']> }

/** Black letters on nothing, below the first screen, without any name. */
export const look = ({ style, ...more }: Look = {}): Measured => ({
  ...{ kind: 'button', tag: 'button', role: '', type: '', names: '', text: 'Lamps', label: '' },
  ...{ href: '', selector: '#a', box: { x: 40, y: 900, width: 90, height: 50 }, backdrop: [] },
  ...{ overlay: null, region: 'main', inText: false, isDisabled: false, size: 0 },
  style: {
    ...{ color: '#000', background: 'transparent', gradient: '', borderColor: '#000' },
    ...{ borderWidthPx: 0, borderStyle: 'solid', radius: [0, 0, 0, 0], shadow: '' },
    ...{ padding: [0, 0, 0, 0], family: 'Inter', sizePx: 16, weight: 400 },
    ...style,
  },
  ...more,
})

export const textGroup = (more: Partial<TextGroup> = {}): TextGroup => ({
  ...{ context: 'body', family: 'Inter', sizePx: 16, weight: 400, lineHeightPx: 24 },
  ...{ letterSpacingPx: null, transform: 'none', color: '#000', on: '', overlay: null },
  ...{ region: 'main', characters: 100, count: 1, sample: 0, selector: 'p' },
  ...more,
})

/** A white page of 1280 × 3000 with nothing on it. */
export const snapshotOf = (more: Partial<Snapshot> = {}): Snapshot => ({
  ...({ variables: [], elements: [], texts: [], surfaces: [], overlays: [] } as object),
  ...{ viewport: { width: 1280, height: 800 }, page: { width: 1280, height: 3_000 } },
  ...({ roots: { bodyText: '#000', wrappers: [] } } as object),
  ...(more as Snapshot),
})
