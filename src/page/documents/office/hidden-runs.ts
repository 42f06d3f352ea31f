/**
 * Whether Word hides the run with which a part of a document ends (ECMA-376, 17.3.2.41 `vanish`), by
 * its own properties, else by its style or that of its paragraph. Asked of all parts in order.
 */
export const hiddenRuns = (styles = '') => {
  const hiding = new Set(
    styles
      .split('</w:style>')
      .filter(style => vanishIn(style.slice(style.lastIndexOf('<w:style '))) === true)
      .map(
        style => /w:styleId="([^"]{1,200})"/.exec(style.slice(style.lastIndexOf('<w:style ')))?.[1],
      ),
  )
  let ofParagraph: string | undefined
  return (part: string): boolean => {
    const paragraph = Math.max(part.lastIndexOf('<w:p>'), part.lastIndexOf('<w:p '))
    const start = Math.max(part.lastIndexOf('<w:r>'), part.lastIndexOf('<w:r '))
    if (paragraph >= 0) ofParagraph = styleIn(paragraphStyle, part.slice(paragraph))
    if (start < 0) return false
    const run = part.slice(start, start + maxPropertyChars)
    const names = [styleIn(runStyle, run), ofParagraph]
    return vanishIn(run) ?? names.some(name => name !== undefined && hiding.has(name))
  }
}
const maxPropertyChars = 5_000

const paragraphStyle = /<w:pStyle w:val="([^"]{1,200})"/
const runStyle = /<w:rStyle w:val="([^"]{1,200})"/

const styleIn = (style: RegExp, xml: string): string | undefined =>
  style.exec(xml.slice(0, maxPropertyChars))?.[1]

const vanishIn = (xml: string): boolean | undefined => {
  const [tag] = /<w:vanish(?=[\s/>])[^<>]{0,100}>/.exec(xml) ?? []
  return tag === undefined ? undefined : !/w:val="(?:0|false|off)"/.test(tag)
}
