import { test } from 'node:test'
import { workOut } from '../../../src/page/css/calc.ts'
import {
  chromaOf,
  contrast,
  difference,
  hueOf,
  isGrey,
  lightnessOf,
  oklchOf,
  over,
  readColor,
  splitList,
} from '../../../src/page/css/color.ts'
import { readDeclarations } from '../../../src/page/css/declaration.ts'
import { mediaMatches } from '../../../src/page/css/media.ts'
import { parseMedia } from '../../../src/page/css/parse.ts'
import { resolveRelative } from '../../../src/page/css/relative.ts'
import { substitute } from '../../../src/page/css/variables.ts'
import { linesOf, tableOf } from '../../support/readings.ts'

const short = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Number(value.toPrecision(5))

const colors = linesOf(`
  #fff
  #1234
  #11223380
  RED
  transparent
  currentcolor
  buttonface
  rgb(300 -5 50% / 25%)
  rgba(1,2,3,.5)
  hsl(120deg 50% 50%)
  hwb(200 10% 30%)
  lab(50% 40 20)
  lch(50% 60 120)
  oklab(60% .1 -.1)
  oklch(62.3% 0.188 259.8)
  oklch(50% 0.049 100)
  oklch(50% 0.051 100)
  oklch(50% 0.0004 100)
  color(display-p3 1 0 0)
  color-mix(in srgb, red, blue)
  color-mix(in srgb, red 30%, blue)
  color-mix(in srgb, 30% red, blue 20%)
  color-mix(in srgb, red 0%, blue 0%)
  color-mix(in oklch shorter hue, red, transparent)
  color-mix(in lab, transparent, transparent)
  color-mix(in nowhere, red, blue)
  color-mix(in srgb, red 60%, blue 60%)
  color-mix(in hsl, color-mix(in srgb, color-mix(in srgb, color-mix(in srgb, red, blue), blue), blue), blue)
  color-mix(in hsl, color-mix(in srgb, color-mix(in srgb, color-mix(in srgb, color-mix(in srgb, red, blue), blue), blue), blue), blue)
  light-dark(white, black)
  light-dark(white)
  translate(1px)
  no color
`)

test('what colors are', t => {
  const current = readColor('#336699')
  const white = readColor('#fff')
  const shown = tableOf(
    [...colors, `rgb(1 2 3 ${' '.repeat(280)})`, `rgb(1 2 3 ${' '.repeat(300)})x`],
    text => {
      const color = readColor(text, { current })
      const dark = readColor(text, { current, scheme: 'dark' })
      if (!color || !white || !current) return [undefined, dark && oklchOf(dark)]
      const seen = over(color, current)
      return [
        oklchOf(color),
        dark && oklchOf(dark),
        short(color.alpha),
        oklchOf(seen),
        short(over(color, { ...white, alpha: 0.5 }).alpha),
        short(contrast(color, white)),
        short(difference(color, current)),
        short(chromaOf(color)),
        short(lightnessOf(color)),
        short(hueOf(color)),
        isGrey(color),
      ]
    },
  )
  t.assert.fileSnapshot(shown, 'test/fixtures/css-colors.json')
})

test('what values are worked out to', t => {
  const shown = {
    sums: tableOf(
      linesOf(`
        calc(1px + 2px)
        calc(1px + 2)
        calc(1px + 2em)
        calc(2 * (3px - 1px) / 4)
        calc(2px * 3px)
        calc(6px / 2px)
        calc(6px / 0)
        calc(1 - 2 - 3)
        calc(8 / 4 / 2)
        calc(1+2)
        calc(1 + -2)
        calc(.5e1 + 1.)
        calc((1 + 2)
        calc(1 2)
        calc()
        calc(1 +)
        min(3px, 2px, 4px)
        max(3px, 2px, 4px)
        max(3px, 2em)
        clamp(1px, 5px, 3px)
        clamp(4px, 2px, 9px)
        hsl(calc(10 + 20) calc(5% * 2) 3%)
        calc(min(1px, 2px) + max(3px, calc(2px * 2)))
        xcalc(1 + 2)
        CALC(1.23456789 * 1)
      `).concat(`calc(${'('.repeat(60)}1${')'.repeat(60)})`, `${'calc(1) '.repeat(55)}`),
      workOut,
    ),
    relative: tableOf(
      linesOf(`
        oklch(from #336699 calc(l - 0.1) c h / 50%)
        rgb(from #336699 r g calc(b * 2))
        hsl(from #336699 h s calc(l + 10%))
        hsla(from #336699 h s 50%)
        hwb(from #336699 h w b / calc(alpha - .5))
        oklab(from #336699 l a b)
        lch(from #336699 l c h)
        lab(from rgb(1 2 3) l a b)
        rgb(from nothing r g b)
        rgb(from rgb(1 2 3 r g b)
        foo(from #336699 r g b)
        rgb(1 2 3)
      `),
      text => resolveRelative(text, origin => readColor(origin)),
    ),
    variables: tableOf(
      linesOf(`
        var(--a)
        x var(--a) y var(--b)
        var(--none)
        var(--none, 3px)
        var(--none, var(--a))
        var(--none, var(--other, var(--b, 1)))
        var(--a, var(--none))
        var( --a )
        var(--a
        my-var(--a)
        VAR(--a)
        plain
      `).concat(
        `${'var(--x, '.repeat(20)}1${')'.repeat(20)}`,
        `${'var(--x, '.repeat(21)}1${')'.repeat(21)}`,
        'var(--long)'.repeat(40),
        'var(--long)'.repeat(41),
      ),
      text => {
        const given = { '--a': '1px', '--b': '(2, 3)', '--long': 'v'.repeat(100) }
        return substitute(text, name => given[name as keyof typeof given])?.slice(0, 60)
      },
    ),
    lists: tableOf(['a, b', 'a(b, c), d', '', ',', 'a(b, c', 'a), b'], splitList),
    declarations: tableOf(
      [
        'a:b',
        'a : b!important ;c:d',
        'a',
        'a:;b:c',
        'a:url(x;y);b:"c;d"',
        '--x:{a:b};c:d',
        'a:b;;c:d',
        '/*a:b*/c:d',
        'a:b! IMPORTANT',
      ],
      text =>
        readDeclarations(text).map(
          ({ name, value, important }) => `${name}=${value}${important ? '!' : ''}`,
        ),
    ),
  }
  t.assert.fileSnapshot(shown, 'test/fixtures/css-values.json')
})

test('which screens a media query means', t => {
  const queries = linesOf(`
    all
    print
    not print
    only screen and (color)
    (min-width: 600px)
    (min-width: 601px)
    (max-width: 600px)
    (max-width: 599px)
    (width: 600px)
    (width >= 600px)
    (600px < width)
    (400px <= width < 600px)
    (400px <= width <= 600px)
    (width > 37.5em)
    (width <= 37.5rem)
    (min-width: 450pt)
    (min-width: 6.25in)
    (max-width: 15.875cm)
    (max-width: 158.75mm)
    (min-width: 1foo)
    (prefers-color-scheme: dark)
    (prefers-color-scheme)
    (prefers-reduced-motion)
    (prefers-reduced-motion: no-preference)
    (hover) and (pointer: fine)
    (hover: none)
    (monochrome)
    (min-color: 8)
    (min-color: 9)
    (min-resolution: 96dpi)
    (min-resolution: 1.5dppx)
    (-webkit-min-device-pixel-ratio: 1)
    (orientation: landscape)
    (min-aspect-ratio: 1/1)
    (aspect-ratio > 16/9)
    (unknown: 1)
    not (unknown: 1)
    (min-width: 1px) and (unknown: 1)
    (min-width: 1px) or (unknown: 1)
    (max-width: 1px) and (unknown: 1)
    not (min-width: 700px)
    screen, print
    print, (max-width: 1px)
    (grid: 0)
    (update: fast)
    (scripting)
    (display-mode: standalone)
    (forced-colors: active)
  `)
  const shown = tableOf(queries, text => {
    const list = parseMedia(text)
    if (!list) return 'no query'
    const seen = [320, 600, 1_280].flatMap(width =>
      (['light', 'dark'] as const).map(theme => (mediaMatches(list, theme, width) ? 'x' : '-')),
    )
    return seen.join('')
  })
  t.assert.fileSnapshot(shown, 'test/fixtures/css-media.json')
})
