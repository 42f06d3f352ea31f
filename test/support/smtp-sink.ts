import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as it was handed over, with what a test wants to look at taken out of it. */
export type ReceivedMail = {
  from: string
  to: readonly string[]
  /** Lower-case names, unfolded and decoded. */
  headers: Readonly<Record<string, string>>
  subject: string
  /** The plain text part (or the whole body), decoded. */
  text: string
  html: string
  raw: string
}

export type SmtpSink = {
  /** For SMTP_URL. */
  url: string
  mails: readonly ReceivedMail[]
  /** Resolves with the n-th mail (from 1), past or future. */
  waitForMail: (nth?: number) => Promise<ReceivedMail>
  /** Answers the next mails with this refusal; undefined takes them again. */
  refuseWith: (error: { code: number; message: string } | undefined) => void
  close: () => Promise<void>
}

/** A real SMTP server on loopback that keeps what it gets. */
export const createSmtpSink = async (): Promise<SmtpSink> => {
  const mails: ReceivedMail[] = []
  const waiting = new Set<() => void>()
  let refusal: { code: number; message: string } | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'anyone' }),
    async onData(stream, session, callback) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      if (refusal) {
        callback(Object.assign(new Error(refusal.message), { responseCode: refusal.code }))
        return
      }
      const { mailFrom, rcptTo } = session.envelope
      mails.push(
        parseMail(
          Buffer.concat(chunks).toString(),
          mailFrom ? mailFrom.address : '',
          rcptTo.map(({ address }) => address),
        ),
      )
      callback()
      for (const check of waiting) check()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    waitForMail: (nth = 1) =>
      new Promise(resolve => {
        const check = () => {
          const mail = mails[nth - 1]
          if (!mail) return
          waiting.delete(check)
          resolve(mail)
        }
        waiting.add(check)
        check()
      }),
    refuseWith(error) {
      refusal = error
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

const parseMail = (raw: string, from: string, to: string[]): ReceivedMail => {
  const { headers, body } = splitPart(raw)
  const parts = leaves(headers, body)
  const find = (type: string) => parts.find(part => part.type === type)?.text ?? ''
  return {
    from,
    to,
    headers,
    subject: headers.subject ?? '',
    text: find('text/plain') || (parts.length === 1 ? (parts[0]?.text ?? '') : ''),
    html: find('text/html'),
    raw,
  }
}

const splitPart = (raw: string): { headers: Record<string, string>; body: string } => {
  const [head = '', ...rest] = raw.replaceAll('\r\n', '\n').split('\n\n')
  const lines = head.replace(/\n[ \t]+/g, ' ').split('\n')
  const headers = lines.flatMap(line => {
    const match = /^([^:\s]+):\s*(.*)$/.exec(line)
    return match ? [[(match[1] ?? '').toLowerCase(), decodeWords(match[2] ?? '')] as const] : []
  })
  return { headers: Object.fromEntries(headers), body: rest.join('\n\n') }
}

type Leaf = { type: string; text: string }

const leaves = (headers: Record<string, string>, body: string): Leaf[] => {
  const contentType = headers['content-type'] ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (boundary === undefined) {
    const type = (contentType.split(';')[0] ?? '').trim().toLowerCase()
    return [{ type, text: decodeBody(body, headers['content-transfer-encoding'] ?? '') }]
  }
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap(part => {
      const inner = splitPart(part.replace(/^\n/, ''))
      return leaves(inner.headers, inner.body)
    })
}

const decodeBody = (body: string, encoding: string): string => {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString()
  if (/quoted-printable/i.test(encoding)) return quotedPrintable(body.replace(/=\n/g, ''))
  return body
}

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_whole, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  ).toString()

/** `=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=` in a header. */
const decodeWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_whole, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : quotedPrintable(text.replaceAll('_', ' ')),
    )
