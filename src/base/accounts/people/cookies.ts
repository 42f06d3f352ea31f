/** Browsers take a `__Host-` cookie only over https, and then from no other host or path. */
export const cookieName = (isSecure: boolean, name: string): string =>
  `${isSecure ? '__Host-' : ''}${name}`

export const sessionCookie = 'siteray'
/** Of somebody who has given the password and still owes the code. */
export const challengeCookie = 'siteray-two-step'

export const readCookie = (headers: Headers, name: string): string | undefined =>
  (headers.get('cookie') ?? '')
    .split(/;\s*/)
    .find(pair => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** The token of the session that an answer begins. */
export const newSessionToken = (isSecure: boolean, setCookies: readonly string[]): string => {
  const start = `${cookieName(isSecure, sessionCookie)}=`
  const value = setCookies.find(cookie => cookie.startsWith(start))?.slice(start.length) ?? ''
  const [token = ''] = decodeURIComponent(value.split(';', 1)[0] ?? '').split('.')
  if (token === '') throw new Error('better-auth began no session')
  return token
}
