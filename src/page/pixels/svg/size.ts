/** Replaces the size on the root element of a sanitised SVG; its one form makes this safe. */
export const withSize = (svg: string, widthPx: number, heightPx: number): string => {
  const end = svg.indexOf('>')
  const selfClosed = svg[end - 1] === '/'
  const tag = svg.slice(0, selfClosed ? end - 1 : end).replace(/ (width|height)="[^"]*"/g, '')
  return `${tag} width="${widthPx}" height="${heightPx}"${svg.slice(selfClosed ? end - 1 : end)}`
}
