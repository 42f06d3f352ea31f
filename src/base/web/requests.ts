import type { CDPSession } from 'playwright-core'
import type { ProxyPass } from './proxy.ts'
import type { RequestSigner } from './request-signer.ts'

/** Asked before the page's own document is, at every hop; throws to refuse it (robots.txt). */
export type CheckHop = (url: URL) => Promise<void>

export type SkippedKind = 'image' | 'media' | 'font' | 'stylesheet'

/**
 * Answers the proxy's question for the page's pass, and refuses what nobody will look at. Done
 * through the debugger and for these kinds of requests only: Playwright's own ways (credentials,
 * routes) stop every request of a page and ask us about it, which cost a quarter of the time of
 * loading a page. The browser asks with the first document and remembers the pass in its context.
 */
export const answerRequests = async (
  session: CDPSession,
  pass: Pick<ProxyPass, 'username' | 'password'>,
  skip: readonly SkippedKind[],
  checkHop: CheckHop | undefined,
  signer?: RequestSigner,
): Promise<void> => {
  let mainFrame = ''
  const refused = new Set<string>(skip.map(kind => typeOf[kind]))
  // A request may be gone by the time it is answered; then nobody waits for the answer.
  const gone = () => {}
  session.on('Fetch.requestPaused', ({ requestId, resourceType, frameId, request }) => {
    const refuse = () =>
      session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    const isPage = resourceType === 'Document' && frameId === mainFrame
    // The page itself is signed, hop by hop; what it loads, and its frames, go unsigned.
    const signature = isPage ? signer?.sign(new URL(request.url)) : undefined
    const headers = signature && { headers: entries({ ...request.headers, ...signature }) }
    const proceed = () => session.send('Fetch.continueRequest', { requestId, ...headers })
    const isIcon = resourceType === 'Other' && siteIcon.test(request.url)
    if (isIcon || refused.has(resourceType)) refuse().catch(gone)
    else if (checkHop && isPage) checkHop(new URL(request.url)).then(proceed, refuse).catch(gone)
    else proceed().catch(gone)
  })
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const { username, password } = pass
    const authChallengeResponse =
      authChallenge.source === 'Proxy'
        ? ({ response: 'ProvideCredentials', username, password } as const)
        : ({ response: 'Default' } as const)
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(gone)
  })
  const patterns = (['Document', 'Other', ...skip.map(kind => typeOf[kind])] as const).map(
    resourceType => ({ urlPattern: '*', resourceType }),
  )
  const [{ frameTree }] = await Promise.all([
    session.send('Page.getFrameTree'),
    session.send('Fetch.enable', { handleAuthRequests: true, patterns }),
  ])
  mainFrame = frameTree.frame.id
}

const entries = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

/** What the browser fetches for its tab, which nobody sees. */
const siteIcon = /favicon|\.ico(?:$|\?)/i

const typeOf = {
  image: 'Image',
  media: 'Media',
  font: 'Font',
  stylesheet: 'Stylesheet',
} as const
