import { createCascade } from '../../../page/css/cascade.ts'
import type { Stylesheets } from '../../../page/css/stylesheet.ts'
import { descendants, type HtmlDocument, type HtmlElement } from '../../../page/html/html.ts'
import { firstFamily } from '../decide/families.ts'
import type { Typography } from '../profile/profile.ts'
import { claim } from '../profile/value.ts'
import { rootsOf } from './sketch.ts'

/** What running text and headings are set in, as far as stylesheets tell. */
export const sketchFonts = (
  document: HtmlDocument,
  sheets: Stylesheets,
): Typography['families'] => {
  const { html, body } = rootsOf(document)
  const cascade = createCascade(sheets, 'light')
  const familyOf = (element: HtmlElement | undefined) => {
    const stack = element && cascade.styleOf(element).own('font-family')
    return stack === undefined ? undefined : firstFamily(stack)
  }
  const heading = [...descendants(body)].find(({ name }) => name === 'h1' || name === 'h2')
  const primary = familyOf(body) ?? familyOf(html)
  const said = (family: string | undefined, of: string) =>
    family === undefined
      ? null
      : claim(family, 0.75, [{ source: 'css', detail: `font-family of ${of}` }])
  return {
    primary: said(primary, 'the page'),
    heading: said(familyOf(heading) ?? primary, 'its first heading'),
    code: null,
  }
}
