import { webUrl } from '../base-url.ts'

/** Markdown as it is, with its relative addresses made absolute; code is left alone. */
export const absoluteMarkdown = (markdown: string, baseUrl: string): string => {
  let fence = ''
  return markdown
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(line => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
      if (fence) {
        if (mark && mark[0] === fence[0] && mark.length >= fence.length) fence = ''
        return line
      }
      if (mark) {
        fence = mark
        return line
      }
      return /^(?: {4}|\t)/.test(line) ? line : absoluteLine(line, baseUrl)
    })
    .join('\n')
}

const absoluteLine = (line: string, baseUrl: string): string => {
  const definition = /^( {0,3}\[[^\]]+\]:\s+<?)([^\s>]+)(.*)$/.exec(line)
  if (definition) {
    const [, before = '', address = '', after = ''] = definition
    return before + absolute(address, baseUrl) + after
  }
  let out = ''
  let from = 0
  let ticks = 0
  for (let at = line.indexOf('](', from); at >= 0; at = line.indexOf('](', from)) {
    const start = at + 2 + (line[at + 2] === '<' ? 1 : 0)
    let end = start
    while (end < line.length && !/[\s)>]/.test(line[end] as string)) end++
    const before = line.slice(from, start)
    const address = line.slice(start, end)
    ticks += before.split('`').length - 1
    // After an odd number of backticks the line is inside code.
    out += before + (ticks % 2 === 1 ? address : absolute(address, baseUrl))
    from = end
  }
  return out + line.slice(from)
}

const absolute = (address: string, baseUrl: string): string =>
  address === '' || address.startsWith('#') || /^[a-z][a-z\d+.-]*:/i.test(address)
    ? address
    : (webUrl(address, baseUrl) ?? address)
