import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readEmail } from '../../../src/page/documents/email.ts'
import {
  chooseSheets,
  hiddenWarning,
  leftOutOf,
  missingWarning,
} from '../../../src/page/documents/office/choose-sheets.ts'
import { toMarkdown } from '../../../src/page/markdown/markdown.ts'

const sheet = (name: string | undefined, isHidden = false) => ({ name, isHidden })
const heading = (text: string) => ({
  kind: 'heading',
  content: [{ text: text.slice(0, 1) }, { text: text.slice(1) }],
})
const block = (name: string) => ({ kind: 'table', name })

describe('the sheets of a workbook that are read', () => {
  const [a, b, c] = [sheet('A'), sheet('B', true), sheet('C')]
  it('are those that it shows, or those that are asked for by name or number', () => {
    assert.deepEqual(leftOutOf([a, b, c], undefined), [b])
    assert.deepEqual(leftOutOf([b], undefined), [])
    assert.deepEqual(leftOutOf([], undefined), [])
    assert.deepEqual(leftOutOf([a, b, c], ['b']), [a, c])
    assert.deepEqual(leftOutOf([a, b, c], [1, 3]), [b])
    assert.deepEqual(leftOutOf([a, b, c], [0, 4]), [a, b, c])
    assert.deepEqual(leftOutOf([sheet(undefined)], ['any']), [])
    assert.deepEqual(leftOutOf([sheet(undefined)], [2]), [sheet(undefined)])
  })

  const blocks = [heading('A'), block('a1'), block('a2'), heading('C'), block('c1')] as never[]
  const chosen = (listed: ReturnType<typeof sheet>[], wanted?: (string | number)[], of = blocks) =>
    chooseSheets(of, listed, wanted).map(one => {
      const { name, content } = one as unknown as { name?: string; content?: { text: string }[] }
      return name ?? content?.map(({ text }) => text).join('')
    })
  it('are known by the heading before their blocks', () => {
    assert.deepEqual(chosen([a, b, c]), ['A', 'a1', 'a2', 'C', 'c1'])
    assert.deepEqual(chosen([a, b, c], ['c']), ['C', 'c1'])
    assert.deepEqual(chosen([sheet('A', true), c]), ['C', 'c1'])
    assert.deepEqual(chosen([], ['A']), ['A', 'a1', 'a2'])
    assert.deepEqual(chosen([], [2]), ['C', 'c1'])
    const only = [block('x')] as never[]
    assert.deepEqual(chosen([sheet('Only')], ['only'], only), ['x'])
    assert.deepEqual(chosen([], ['any'], only), ['x'])
  })

  it('are told when there is none of them', () => {
    assert.throws(() => chosen([a, c], ['x']), {
      ...{ code: 'page_empty', message: 'The workbook has no such sheet; it has "A", "C".' },
    })
    assert.throws(() => chosen([sheet(undefined)], [3]), /it has "1"\./)
    assert.throws(() => chosen([], ['x'], []), /it has none with content\./)
  })

  it('are named where some of them are missing', () => {
    assert.equal(missingWarning(blocks, [], undefined), undefined)
    assert.equal(missingWarning(blocks, [], ['a', 2]), undefined)
    assert.equal(
      missingWarning(blocks, [], ['B', 'a']),
      'Not in the workbook: "B". It has "A", "C".',
    )
    assert.equal(missingWarning([block('x')] as never[], [], ['any']), undefined)
  })

  it('are named where they are hidden', () => {
    assert.equal(hiddenWarning([]), undefined)
    assert.equal(
      hiddenWarning([b]),
      'Hidden in the workbook and left out: "B". "documents": {"sheets": ["B"]} reads it.',
    )
    assert.match(hiddenWarning([a, b]) ?? '', /"A", "B".*reads them\.$/)
    const many = Array.from({ length: 21 }, (_, at) => sheet(`S${at}`, true))
    assert.match(hiddenWarning(many) ?? '', /"S19"\. /)
  })
})

describe('a message', () => {
  const read = async (head: string, body: string) => {
    const { root, ...more } = await readEmail(Buffer.from(`${head}\r\n\r\n${body}`))
    return { ...more, text: toMarkdown(root, { baseUrl: 'file:///a' }) }
  }
  it('has its head as a table, its paragraphs, and who wrote it when', async () => {
    const head = [
      ...['From: Ann <ann@a.example>', 'To: bo@b.example, "Cem" <cem@c.example>'],
      ...[
        'Cc: friends: d@d.example, e@e.example;',
        'Subject: Lamps',
        'Date: Tue, 06 May 2031 10:00:00 +0200',
      ],
    ].join('\r\n')
    const { text, title, author, published } = await read(head, 'one\r\ntwo\r\n\r\n  \r\n\r\nthree')
    assert.deepEqual([title, author, published], ['Lamps', 'Ann', '2031-05-06T08:00:00.000Z'])
    assert.match(text, /^# Lamps\n/)
    assert.match(text, /\| From \| Ann <?.*ann@a\.example/)
    assert.match(text, /bo@b\.example, Cem/)
    assert.match(text, /friends: d@d\.example, e@e\.example/)
    assert.match(text, /one\s*\n\s*two\n\nthree$/)
  })

  it('has no more than it says', async () => {
    const { text, title, author, published } = await read('X-A: b', 'words')
    assert.deepEqual([text, title, author, published], ['words', undefined, undefined, undefined])
    const bad = await read('From: ann@a.example\r\nDate: soon', 'words')
    assert.deepEqual([bad.author, bad.published], ['ann@a.example', undefined])
  })

  it('has quotes as quotes, and the addresses of its text as links', async () => {
    const { text, links } = await read(
      'Subject: S',
      'Yes: https://a.example/b_c_d.\r\n\r\nAnn wrote:\r\n> one\r\n> two\r\n>\r\n>> three\r\n>four\r\nBye\r\n a > b',
    )
    assert.match(
      text,
      /\n\nAnn wrote:\n\n> one\s*\n> two\n>\n> > three\n>\n> four\n\nBye\s*\na > b$/,
    )
    assert.deepEqual(links, ['https://a.example/b_c_d'])
    const page = await read(
      'Content-Type: text/html',
      '<a href="https://a.example/">https://b.example/</a>',
    )
    assert.equal(page.links, undefined)
    const deep = await read('Subject: S', `${'>'.repeat(5_000)} words`)
    assert.match(deep.text, /words$/)
  })

  it('names what is attached, and not the pictures of its text', async () => {
    const part = (head: string, body: string) => `--x\r\n${head}\r\n\r\n${body}\r\n`
    const { text } = await read(
      'Subject: S\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x',
      `${part('Content-Type: text/html', '<p>shown <b>words</b></p>')}${part('Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="a.pdf"', 'x')}${part('Content-Type: application/zip\r\nContent-Disposition: attachment', 'x')}--x--`,
    )
    assert.match(text, /shown \*\*words\*\*/)
    assert.match(text, /## Attachments\n\n- a\.pdf\n- application\/zip$/)
  })
})

it('messages that are attached, and those of a mailbox, are read with their heads', async () => {
  const message = (subject: string, text: string) =>
    `From: a@b.example\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${text}\r\n`
  const markdownOf = async (source: string) => {
    const { root } = await readEmail(Buffer.from(source))
    return toMarkdown(root, { baseUrl: 'file:///a' })
  }
  const mixed = `From: c@d.example\r\nSubject: Fwd\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nSee below.\r\n--x\r\nContent-Type: message/rfc822\r\n\r\n${message('Inner', 'Gr=C3=BC=C3=9Fe')}\r\n--x--\r\n`
  assert.match(
    await markdownOf(mixed),
    /^# Fwd\n[\s\S]*See below\.\n\n> ## Inner\n>[\s\S]*b\.example[\s\S]*> Grüße$/,
  )
  const mailbox = ['One', 'Two'].map(
    subject => `From a@b.example Mon Jan  1 00:00:00 2024\n${message(subject, 'Gr=C3=BC')}\n`,
  )
  assert.match(await markdownOf(mailbox.join('')), /^# One\n[\s\S]*\nGrü\n\n# Two\n[\s\S]*\nGrü$/)
  const many = await readEmail(Buffer.from((mailbox[0] ?? '').repeat(201)))
  assert.equal(many.warning, 'Only the first 200 messages were read.')
})
