import type { Found } from './why.tsx'

/** A branding profile as far as it is drawn here; the API's description says it in full. */
export type Value<T> = { value: T } & Found
export type Colour = Value<string>

export type Colours = {
  [role: string]: unknown
  palette: { hex: string; count: number; role: string | null; isToken: boolean }[]
}

export type TextStyle = {
  context: string
  family: string
  sizePx: number
  weight: number
  lineHeight: number | null
  letterSpacing: number | null
  transform: string
}

export type Typography = {
  fonts: ({
    family: string
    role: string
    share: number
    stack: string[]
    rendered: { family: string; isCustom: boolean } | null
  } & Found)[]
  sizes: Record<string, Value<number> | null>
  styles: TextStyle[]
}

export type Logo = {
  url: string
  kind: string
  source: string
  alt: string | null
  theme?: 'light' | 'dark'
  score: number
  reasons: string[]
}

export type Component = {
  fill: string | null
  text: string | null
  border: { color: string; widthPx: number; style: string } | null
  radius: { topLeft: number; topRight: number; bottomRight: number; bottomLeft: number }
  shadow: string | null
  padding: { top: number; right: number; bottom: number; left: number }
  font: { family: string; sizePx: number; weight: number }
} & Found

export type Profile = {
  url: string
  brandName: Value<string> | null
  colorScheme: 'light' | 'dark'
  colors?: Colours
  typography?: Typography
  images?: {
    logo: Value<string> | null
    logos: Logo[]
    favicon: Value<string> | null
    ogImage: Value<string> | null
  }
  components?: Record<string, Component | null>
  spacing?: {
    baseUnit: ({ value: number; fit: number } & Found) | null
    scale: number[]
    radii: { px: number; count: number }[]
    shadows: { value: string; count: number }[]
  }
  personality?: ({ tone: string; energy: string; audience: string } & Found) | null
  designSystem?: {
    framework: Value<string> | null
    componentLibrary: Value<string> | null
    signals: string[]
  }
  modes?: { light?: { colors: object }; dark?: { colors: object } }
  warning?: string
}

export const colourRoles = [
  ...['brand', 'action', 'primary', 'secondary', 'accent', 'background'],
  ...['textPrimary', 'textSecondary', 'link', 'success', 'warning', 'error'],
] as const

/** `textPrimary` → «Text primary». */
export const titleOf = (name: string): string => {
  const words = name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
