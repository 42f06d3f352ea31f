import { randomBytes } from 'node:crypto'
import type { Handler, SimulatedWeb, WebRequest } from './simulated-web.ts'
import { totp } from './totp.ts'

type Options = {
  email?: string
  password: string
  /** Each session is ended by the site after so many pages. */
  endsAfter?: number
  /** The cookie is another after each page; those of the pages just before still count. */
  rotates?: boolean
  /** Who is signed in is known by the page's own scripts alone. */
  inLocalStorage?: boolean
  /** The key of one-time codes; each is taken once. */
  totpUri?: string
  /** The form is on another host, which sends back with a code. */
  oauthHost?: string
  /** Paths that every page for members leads to. */
  links?: readonly string[]
  /** A form that was sent is answered after this. */
  opens?: Promise<void>
  /** The form comes with status 200 at the page's own address. */
  formInPlace?: boolean
}

/** What the site knows of one sign-in: the cookies that stand for it, the newest last. */
type Membership = { pages: number; sids: string[] }

/** Requests that are on their way at the same time carry the cookie of a page before. */
const cookiesThatCount = 20

/**
 * A site for members: pages below `/p/`, a form with a CSRF token at `/login`. Counts what it is
 * asked, and remembers every page that it gave to a member.
 */
export const openMemberSite = (web: SimulatedWeb, host: string, options: Options) => {
  const live = new Map<string, Membership>()
  const tokens = new Set<string>()
  const codes = new Set<string>()
  const usedCodes = new Set<string>()
  const counts = { signIns: 0, refused: 0, forms: 0, ends: 0 }
  const given: string[] = []
  const visitors = new Set<string>()

  const isMember = (sid: string | undefined): boolean => sid !== undefined && live.has(sid)
  const begin = (): string => {
    const sid = randomBytes(12).toString('hex')
    live.set(sid, { pages: 0, sids: [sid] })
    counts.signIns++
    return sid
  }
  /** Ends the session, with every cookie of it, where it has had its pages. */
  const count = (sid: string): void => {
    const membership = live.get(sid)
    if (!membership || ++membership.pages < (options.endsAfter ?? Number.POSITIVE_INFINITY)) return
    for (const own of membership.sids) live.delete(own)
    counts.ends++
  }
  const rotate = (sid: string): string | undefined => {
    const membership = live.get(sid)
    if (!options.rotates || !membership) return undefined
    const next = randomBytes(12).toString('hex')
    live.set(next, membership)
    membership.sids.push(next)
    for (const old of membership.sids.splice(0, membership.sids.length - cookiesThatCount))
      live.delete(old)
    return next
  }
  const form = (action: string, note = '') => {
    counts.forms++
    const csrf = randomBytes(8).toString('hex')
    tokens.add(csrf)
    const code = options.totpUri ? '<input id="code" name="code">' : ''
    return page(
      'Sign in',
      `${note}<form method="post" action="${action}"><input type="hidden" name="csrf" value="${csrf}">
       <input id="email" name="email"><input id="password" type="password" name="password">${code}
       <button>Sign in</button></form>`,
    )
  }
  const isRight = (request: WebRequest): boolean => {
    const fields = new URLSearchParams(request.body.toString())
    const isOurs = tokens.delete(fields.get('csrf') ?? '')
    const code = fields.get('code') ?? ''
    const isCode =
      options.totpUri === undefined ||
      (!usedCodes.has(code) && [-1, 0, 1].some(step => totp(options.totpUri ?? '', step) === code))
    usedCodes.add(code)
    const isUser = fields.get('email') === (options.email ?? 'me@example.com')
    const right = isOurs && isCode && isUser && fields.get('password') === options.password
    if (!right) counts.refused++
    return right
  }
  const signedIn = (sid: string) =>
    options.inLocalStorage
      ? page(
          'Welcome',
          `<script>localStorage.setItem('token', '${sid}')</script><p>Welcome back</p>`,
        )
      : {
          status: 303,
          headers: { location: '/home', 'set-cookie': `sid=${sid}; Path=/; HttpOnly; Secure` },
        }

  /** The form and what comes after it; undefined for pages. */
  const entrance = (request: WebRequest) => {
    const { path, method } = request
    if (path === '/home') return page('Home', '<p>Welcome back</p>')
    if (path.startsWith('/callback')) {
      const code = request.url.searchParams.get('code') ?? ''
      return codes.delete(code) ? signedIn(begin()) : form('/login')
    }
    if (path !== '/login') return undefined
    if (method === 'POST')
      return isRight(request) ? signedIn(begin()) : form('/login', '<p>Wrong.</p>')
    return options.oauthHost
      ? { status: 302, headers: { location: `https://${options.oauthHost}/authorize` } }
      : form('/login')
  }
  const memberAnswer = (path: string, sid: string) => {
    given.push(path)
    count(sid)
    const next = rotate(sid)
    const headers = next ? { 'set-cookie': `sid=${next}; Path=/; HttpOnly; Secure` } : {}
    return {
      headers: { 'content-type': 'text/html', ...headers },
      body: memberPage(path, options.links),
    }
  }
  const pages: Handler = async (request, response) => {
    const { path } = request
    if (request.method === 'POST') await options.opens
    visitors.add(response.socket?.remoteAddress ?? '')
    const entered = entrance(request)
    if (entered) return entered
    if (options.inLocalStorage) return localPage(path, request)
    const sid = /(?:^|; )sid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1]
    if (sid !== undefined && isMember(sid)) return memberAnswer(path, sid)
    return options.formInPlace
      ? form('/login')
      : { status: 302, headers: { location: '/login', ...ended } }
  }
  /** A script asks with the token of its local storage; whoever has none sees the form. */
  const localPage = (path: string, request: WebRequest) => {
    if (path.startsWith('/api/')) {
      const sid = String(request.headers['x-token'])
      if (!isMember(sid)) return { status: 401, body: 'no' }
      given.push(path)
      count(sid)
      return memberText(path.slice('/api'.length))
    }
    return page(
      'Members',
      `<div id="app"></div><script>
        fetch('/api' + location.pathname, { headers: { 'x-token': localStorage.getItem('token') ?? '' } })
          .then(async answer => {
            if (!answer.ok) return location.replace('/login')
            document.getElementById('app').innerHTML = '<article><h1>Members</h1><p>' + await answer.text() + '</p></article>'
          })
      </script>`,
    )
  }
  web.site(host, pages)
  if (options.oauthHost)
    web.site(options.oauthHost, request => {
      if (request.method !== 'POST') return form('/authorize')
      if (!isRight(request)) return form('/authorize', '<p>Wrong.</p>')
      const code = randomBytes(8).toString('hex')
      codes.add(code)
      return { status: 303, headers: { location: `https://${host}/callback?code=${code}` } }
    })
  return {
    counts,
    given,
    /** The addresses that it was asked from. */
    visitors,
    /** As an administrator would. */
    endAll: () => live.clear(),
    /** Signed in without a form. */
    begin,
  }
}

/** As many sites do: who is not known any more is told to forget. */
const ended = { 'set-cookie': 'sid=; Path=/; Max-Age=0' }

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><body>${title === 'Sign in' ? '<h1>Sign in</h1>' : ''}${body}`

export const memberText = (path: string) =>
  `For members only: ${path}. ${'Words of the page. '.repeat(20)}`
const memberPage = (path: string, links: readonly string[] = []) =>
  page(
    'Members',
    `<article><h1>Members</h1><p>${memberText(path)}</p></article>${links.map(to => `<a href="${to}">${to}</a>`).join(' ')}`,
  )
