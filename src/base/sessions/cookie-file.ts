import { invalidRequest } from '../../kit/errors.ts'
import type { Cookie } from '../web/cookie-jar.ts'

/** Netscape's cookies.txt, as curl and browser extensions write it. */
export const readCookieFile = (text: string): Cookie[] => {
  const cookies = text.split(/\r?\n/).flatMap(line => {
    const httpOnly = line.startsWith('#HttpOnly_')
    if (line.trim() === '' || (line.startsWith('#') && !httpOnly)) return []
    const fields = (httpOnly ? line.slice('#HttpOnly_'.length) : line).split('\t')
    const [domain = '', below, path = '', secure, expires, name, value = ''] = fields
    if (
      fields.length < 6 ||
      !name ||
      !path.startsWith('/') ||
      !/^\d+(?:\.\d+)?$/.test(expires ?? '')
    )
      throw invalidRequest(
        '"cookieFile" is not a cookies.txt: each line has seven fields with tabs between them.',
      )
    const host = domain.replace(/^\./, '').toLowerCase()
    return {
      ...{ name, value, path, httpOnly, secure: secure === 'TRUE', sameSite: 'Lax' as const },
      domain: below === 'TRUE' ? `.${host}` : host,
      expires: Math.floor(Number(expires)) || -1,
    }
  })
  if (cookies.length === 0) throw invalidRequest('"cookieFile" has no cookies.')
  return cookies
}
