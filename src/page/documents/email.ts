import PostalMime, { type Address, type Attachment } from 'postal-mime'
import { visibleTree } from '../content/visible.ts'
import { build } from '../html/builder.ts'
import { descendants, type HtmlElement, type HtmlNode } from '../html/html.ts'
import { parsePage } from '../html/parse-page.ts'
import { bareAddresses } from './bare-addresses.ts'

const maxNesting = 64

/** A message, or the messages of a mailbox (RFC 4155) one after the other. */
export const readEmail = async (bytes: Uint8Array) => {
  const [first = bytes, ...others] = messagesIn(bytes)
  const { blocks, ...facts } = await readMessage(first, 1)
  const links = facts.links ? [...facts.links] : undefined
  for (const other of others.slice(0, maxMessages - 1)) {
    const { blocks: more, links: found } = await readMessage(other, 1)
    blocks.push(...more)
    links?.push(...(found ?? []))
  }
  const isCut = others.length >= maxMessages
  const warning = isCut ? `Only the first ${maxMessages} messages were read.` : undefined
  return { ...facts, links, warning, root: build('body', {}, blocks) }
}

/** Of a mailbox. */
const maxMessages = 200

const messagesIn = (bytes: Uint8Array): Buffer[] => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!/^From [^\n]{1,200}\n/.test(file.toString('latin1', 0, 300))) return [file]
  return file
    .toString('latin1')
    .replace(/^From [^\n]*\n/, '')
    .split(/(?<=\n\r?\n)From [^\n]*\n/)
    .filter(message => message.trim() !== '')
    .map(message => Buffer.from(message, 'latin1'))
}

/** Its head as a table, its text (the HTML of it where there is both), and what is attached. */
const readMessage = async (bytes: Uint8Array, level: number) => {
  const message = await PostalMime.parse(bytes, {
    maxNestingDepth: maxNesting,
    attachmentEncoding: 'arraybuffer',
    forceRfc822Attachments: true,
  })
  const { subject, from, to, cc, date, html, text, attachments } = message
  const head = { From: namesOf(from ? [from] : []), To: namesOf(to ?? []), Cc: namesOf(cc ?? []) }
  const rows = Object.entries({ ...head, Date: date ?? '' }).filter(([, value]) => value !== '')
  const attached = attachments.filter(({ related }) => !related)
  const forwarded = level > maxForwards ? [] : attached.filter(isMessage)
  const names = attached
    .filter(one => !forwarded.includes(one))
    .map(({ filename, mimeType }) => filename ?? mimeType)
  const blocks: HtmlNode[] = [
    ...(subject ? [build(`h${level}`, {}, [subject])] : []),
    ...(rows.length > 0 ? [build('table', {}, rows.map(writeRow))] : []),
    ...(html ? bodyOf(html) : textOf(text ?? '')),
    ...(names.length > 0
      ? [build('h2', {}, ['Attachments']), build('ul', {}, names.map(writeItem))]
      : []),
  ]
  for (const { content } of forwarded) {
    const inner = await readMessage(new Uint8Array(content as ArrayBuffer), level + 1)
    blocks.push(build('blockquote', {}, inner.blocks))
  }
  return {
    blocks,
    title: subject || undefined,
    author: from?.name || from?.address || undefined,
    published: date && !Number.isNaN(Date.parse(date)) ? new Date(date).toISOString() : undefined,
    // Those of plain text, which are written out.
    links: html ? undefined : bareAddresses(text ?? ''),
  }
}

const isMessage = ({ mimeType }: Attachment): boolean => mimeType === 'message/rfc822'

/** Messages in messages. */
const maxForwards = 4

const writeRow = ([name, value]: [string, string]): HtmlElement =>
  build('tr', {}, [build('th', {}, [name]), build('td', {}, [value])])

const writeItem = (name: string): HtmlElement => build('li', {}, [name])

const namesOf = (addresses: readonly Address[]): string =>
  addresses
    .map(({ name, address, group }) =>
      group ? `${name}: ${namesOf(group)}` : name ? `${name} <${address}>` : address,
    )
    .join(', ')

/** What its reader sees: messages have lines that only their preview shows. */
const bodyOf = (html: string): HtmlNode[] => {
  const shown = visibleTree(parsePage(html))
  const body = descendants(shown).find(({ name }) => name === 'body') ?? shown
  return body.children
}

/**
 * Lines of a message are broken where its writer or their program broke them; those behind a `>` are
 * quoted from another.
 */
const textOf = (text: string): HtmlElement[] =>
  blocksOf(text.replace(/\r\n?/g, '\n').split('\n'), 0)

const blocksOf = (lines: readonly string[], depth: number): HtmlElement[] => {
  const blocks: HtmlElement[] = []
  for (let at = 0; at < lines.length; ) {
    const isQuoted = isQuote(lines[at] ?? '')
    let end = at + 1
    while (end < lines.length && isQuote(lines[end] ?? '') === isQuoted) end++
    const run = lines.slice(at, end)
    if (!isQuoted || depth === maxQuotes) blocks.push(...paragraphsOf(run.join('\n')))
    else {
      const inner = run.map(line => line.replace(/^> ?/, ''))
      blocks.push(build('blockquote', {}, blocksOf(inner, depth + 1)))
    }
    at = end
  }
  return blocks
}

const isQuote = (line: string): boolean => line.startsWith('>')
const maxQuotes = 20

const paragraphsOf = (text: string): HtmlElement[] =>
  text
    .split(/\n\s*\n/)
    .filter(paragraph => paragraph.trim() !== '')
    .map(paragraph =>
      build(
        'p',
        {},
        paragraph
          .split('\n')
          .filter(line => line.trim() !== '')
          .flatMap((line, index) => (index > 0 ? [build('br', {}, []), line] : [line])),
      ),
    )
