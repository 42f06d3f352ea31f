import { calibration, shareOf, timesOf } from './branding/score.ts'
import { packages } from './branding/themes.ts'
import { visitThemes } from './branding/visit.ts'
import { atLeast, defineBench } from './harness/bench.ts'

const colorRule = 'A color is right at ΔE2000 ≤ 5. The rules were written on these themes.'

export const bench = defineBench({
  name: 'branding',
  part: 'Branding',
  title:
    '`POST /v1/branding`, measured in a browser: 48 npm themes, one marketing page each (clean, noisy, dark, obfuscated); the truth is what Chromium paints on a tagged twin',
  minutes: 8,
  needs: { data: ['branding/truth.json'], browser: true, packages },
  rows: {
    primaryClean: {
      what: 'primary, the painted main button: clean',
      unit: '%',
      limit: atLeast(95),
      note: colorRule,
    },
    primaryNoisy: { what: 'primary: noisy', unit: '%', limit: atLeast(93) },
    primaryDark: { what: 'primary: dark', unit: '%', limit: atLeast(90) },
    primaryObfuscated: { what: 'primary: obfuscated', unit: '%', limit: atLeast(90) },
    backgroundClean: { what: 'background: clean', unit: '%', limit: atLeast(95) },
    backgroundNoisy: { what: 'background: noisy', unit: '%', limit: atLeast(93) },
    backgroundDark: { what: 'background: dark', unit: '%', limit: atLeast(90) },
    backgroundObfuscated: { what: 'background: obfuscated', unit: '%', limit: atLeast(90) },
    brand: { what: 'brand, told apart from the action where they differ', unit: '%' },
    action: { what: 'action', unit: '%' },
    logo: { what: 'logo', unit: '%' },
    bodyFont: { what: 'body font', unit: '%', limit: atLeast(95) },
    radius: {
      what: 'radius',
      unit: '%',
      limit: atLeast(95),
      note: 'In the dark only on pages that are dark by attribute: of those that follow the visitor the answer tells the colors of the dark mode and the components of the light page.',
    },
    baseUnit: { what: 'base unit of spacing', unit: '%' },
    system: { what: 'design system, of those that are named', unit: '%', limit: atLeast(95) },
    calibration: {
      what: 'right, of values claimed with a confidence of 0.8 and more',
      unit: '%',
      limit: atLeast(90),
    },
    time: { what: 'median time', unit: 'ms' },
    ratio: { what: 'the same beside a bare Chromium load of the page' },
  },
  measure: async context => {
    const visits = await visitThemes(context, { heuristic: false })
    return {
      primaryClean: shareOf(visits, 'primary', 'clean'),
      primaryNoisy: shareOf(visits, 'primary', 'noisy'),
      primaryDark: shareOf(visits, 'primary', 'dark'),
      primaryObfuscated: shareOf(visits, 'primary', 'obfuscated'),
      backgroundClean: shareOf(visits, 'background', 'clean'),
      backgroundNoisy: shareOf(visits, 'background', 'noisy'),
      backgroundDark: shareOf(visits, 'background', 'dark'),
      backgroundObfuscated: shareOf(visits, 'background', 'obfuscated'),
      brand: shareOf(visits, 'brand'),
      action: shareOf(visits, 'action'),
      logo: shareOf(visits, 'logo'),
      bodyFont: shareOf(visits, 'bodyFont'),
      radius: shareOf(visits, 'radius'),
      baseUnit: shareOf(visits, 'baseUnit'),
      system: shareOf(visits, 'system'),
      calibration: calibration(visits),
      time: timesOf(visits, 'alone'),
      ratio: timesOf(visits, 'chromium'),
    }
  },
})
