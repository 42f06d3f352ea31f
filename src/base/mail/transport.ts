import type { StoredMail } from './store.ts'

export type Transport = {
  send(mail: StoredMail): Promise<void>
  /** What is wrong with the mail server, if anything: for the operator's `doctor`. */
  check(): Promise<string | undefined>
}

/** A mail server's refusal. `message` holds no secret; `isFinal`: trying again is of no use. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}

const connectMs = 10_000
const silenceMs = 30_000

/** A connection for each mail: they are few, and an idle one is only trouble. */
export const createMailTransport = (config: { smtpUrl: string; from: string }): Transport => {
  const { smtpUrl, from } = config
  let opened: ReturnType<typeof openTransporter> | undefined
  const transporter = () => {
    opened ??= openTransporter(smtpUrl)
    return opened
  }
  const secrets = secretsOf(smtpUrl)
  // A copy, not a cause: nodemailer's errors carry the dialogue with the server.
  const refused = (error: unknown) =>
    new MailError(redact(String(Object(error).message), secrets), isFinal(error))
  return {
    send: async mail => {
      try {
        await (await transporter()).sendMail({
          from,
          // As an object it is one address; as text, commas would make it several.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          ...(mail.html === null ? {} : { html: mail.html }),
          // The same at every attempt, so that a mail sent twice after a crash is shown once.
          messageId: `<${mail.id}@${domainOf(from)}>`,
          date: mail.createdAt,
        })
      } catch (error) {
        throw refused(error)
      }
    },
    check: async () => {
      try {
        await (await transporter()).verify()
        return undefined
      } catch (error) {
        return refused(error).message
      }
    },
  }
}

/** Loaded with the first mail. */
const openTransporter = async (url: string) =>
  (await import('nodemailer')).createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    // Whatever a mail holds, it never makes us read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/** 5xx about this mail or its recipient is final; a refused login is for the operator to mend. */
const isFinal = (error: unknown): boolean => {
  const { responseCode, code } = Object(error)
  return Number(responseCode) >= 500 && code !== 'EAUTH'
}

/** The password, and the forms in which it crosses the wire: a server may echo what it was told. */
const secretsOf = (smtpUrl: string): string[] => {
  const url = new URL(smtpUrl)
  const user = decodeURIComponent(url.username)
  const password = decodeURIComponent(url.password)
  if (password === '') return []
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  return [password, url.password, base64(password), base64(`\0${user}\0${password}`)]
}

const redact = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '***'), text).slice(0, 500)

const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
