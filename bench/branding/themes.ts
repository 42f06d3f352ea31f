import { type Family, families, pico } from './families.ts'

export type Theme = { id: string; name: string; family: Family }

export const packages: Record<string, string> = {
  '@carbon/styles': '1.116.0',
  '@coreui/coreui': '5.9.0',
  '@picocss/pico': '2.1.1',
  '@primer/css': '22.3.2',
  '@primer/primitives': '11.10.0',
  '@uswds/uswds': '3.14.0',
  bootstrap: '5.3.8',
  bootswatch: '5.3.8',
  bulma: '1.0.4',
  daisyui: '5.7.50',
  'govuk-frontend': '6.6.0',
  milligram: '1.4.1',
  'sakura.css': '1.5.1',
  simpledotcss: '2.3.7',
  'spectre.css': '0.5.9',
  tailwindcss: '4.3.3',
  'terminal.css': '0.7.5',
  uikit: '3.25.25',
}

/** `bootswatch-lux` is theme `lux` of its family, `pico-jade` a file of its own. */
export const themeOf = (id: string): Theme => {
  const [familyName = '', name = ''] = id.split(/-(.*)/s)
  const family = families[familyName]
  if (!family) throw new Error(`bench/branding has no family for ${id}`)
  if (familyName === 'pico' && name)
    return { id, name, family: { ...pico, css: [`@picocss/pico/css/pico.${name}.min.css`] } }
  const css = family.css.map(file => file.replace('{name}', name))
  return { id, name: name || id, family: { ...family, css } }
}
