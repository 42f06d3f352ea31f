import { Badge, Card } from '../../parts/basics.tsx'
import type { TextStyle, Typography } from './profile.ts'
import { Why } from './why.tsx'

const sample = 'The quick brown fox jumps over the lazy dog'
/** A headline of 120 px says no more at full size. */
const largestPx = 56

/** Each style as the page sets it, in its own font where this computer has it. */
export const TypeCard = ({ typography: { fonts, styles } }: { typography: Typography }) => (
  <Card
    title="Type"
    about="Shown in the site’s fonts if this computer has them, otherwise in the next font of the list. Nothing is loaded from the site."
  >
    <ul className="mb-5 flex flex-wrap gap-3">
      {fonts.map(font => (
        <li key={`${font.family} ${font.role}`}>
          <Why
            name={`${font.family}, ${font.role}`}
            shown={font.stack.join(', ') || font.family}
            found={font}
            className="flex flex-col gap-1 border p-3"
          >
            <span className="text-2xl" style={{ fontFamily: familyOf(font.family, font.stack) }}>
              Ag
            </span>
            <span className="font-medium">{font.family}</span>
            <span className="flex gap-1">
              <Badge tone="soft">{font.role}</Badge>
              <Badge tone="soft">{Math.round(font.share * 100)} % of the text</Badge>
            </span>
          </Why>
        </li>
      ))}
    </ul>
    <ul className="flex flex-col gap-4">
      {distinct(styles).map(style => (
        <li key={describe(style)} className="border-t pt-3">
          <p className="mb-1 text-soft text-xs">{describe(style)}</p>
          <p
            className="overflow-hidden text-ellipsis whitespace-nowrap"
            style={{
              fontFamily: familyOf(style.family, stackOf(fonts, style.family)),
              fontSize: Math.min(style.sizePx, largestPx),
              fontWeight: style.weight,
              lineHeight: style.lineHeight ?? 'normal',
              letterSpacing: style.letterSpacing ?? 'normal',
              textTransform: transforms.find(one => one === style.transform) ?? 'none',
            }}
          >
            {sample}
          </p>
        </li>
      ))}
    </ul>
  </Card>
)

const transforms = ['uppercase', 'lowercase', 'capitalize'] as const

/** Styles that differ in what is said of them, the most used first. */
const distinct = (styles: readonly TextStyle[]): TextStyle[] =>
  [...new Map(styles.toReversed().map(style => [describe(style), style])).values()]
    .toReversed()
    .slice(0, 8)

const describe = ({ context, family, sizePx, weight, lineHeight }: TextStyle): string =>
  [context, family, `${sizePx} px`, `weight ${weight}`, lineHeight && `line ${lineHeight}`]
    .filter(Boolean)
    .join(' · ')

const stackOf = (fonts: Typography['fonts'], family: string) =>
  fonts.find(font => font.family === family)?.stack ?? []

/** Names are quoted: one that is no identifier would drop the whole list. */
const familyOf = (family: string, stack: readonly string[]): string =>
  [family, ...stack, 'sans-serif']
    .map(name => name.replace(/["'\\]/g, ''))
    .map(name =>
      /^(serif|sans-serif|monospace|system-ui|cursive)$/.test(name) ? name : `"${name}"`,
    )
    .join(', ')
