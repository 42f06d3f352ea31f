import { calibration, shareOf, timesOf } from './branding/score.ts'
import { packages } from './branding/themes.ts'
import { visitThemes } from './branding/visit.ts'
import { atLeast, atMost, defineBench } from './harness/bench.ts'

export const bench = defineBench({
  name: 'branding-heuristic',
  part: 'Branding',
  title: 'The pages of branding, read from HTML and CSS alone (colors and images)',
  minutes: 4,
  needs: { data: ['branding/truth.json'], browser: true, packages },
  rows: {
    clean: { what: 'primary, the painted main button: clean', unit: '%', limit: atLeast(85) },
    primary: {
      what: 'primary: all',
      unit: '%',
      note: 'Measured once on 55 further themes that no rule was written on: primary and background right 55 times of 55.',
    },
    background: { what: 'background', unit: '%' },
    brand: { what: 'brand', unit: '%' },
    logo: { what: 'logo', unit: '%' },
    calibration: {
      what: 'right, of values claimed with a confidence of 0.8 and more',
      unit: '%',
      limit: atLeast(90),
    },
    time: { what: 'median time', unit: 'ms', limit: atMost(1_500) },
    ratio: { what: 'the same beside a bare Chromium load of the page' },
  },
  measure: async context => {
    const visits = await visitThemes(context, { heuristic: true })
    return {
      clean: shareOf(visits, 'primary', 'clean'),
      primary: shareOf(visits, 'primary'),
      background: shareOf(visits, 'background'),
      brand: shareOf(visits, 'brand'),
      logo: shareOf(visits, 'logo'),
      calibration: calibration(visits),
      time: timesOf(visits, 'alone'),
      ratio: timesOf(visits, 'chromium'),
    }
  },
})
