import type { BrowserContext, Page } from 'playwright-core'
import { AppError } from '../../kit/errors.ts'
import { type ProxyPass, proofHost } from './proxy.ts'
import { answerRequests } from './requests.ts'

const nowhere = `http://${proofHost}`

/** What Chromium asks for past its proxy unless it is told not to. */
const local = ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254'].map(host => `http://${host}`)

const askMs = 10_000
const gatherMs = 3_000

/** In each context: an address of this moment that only our proxy answers, or no page is shown. */
export const proveEgress = (context: BrowserContext, pass: ProxyPass): Promise<void> =>
  withPage(context, pass, page => ask(page, pass, nowhere))

/** Once for each connection: local addresses come our way too, and there is no way out by UDP. */
export const proveNoOtherEgress = (context: BrowserContext, pass: ProxyPass): Promise<void> =>
  withPage(context, pass, async page => {
    for (const origin of [nowhere, ...local]) await ask(page, pass, origin)
    const candidates = await page.evaluate(gatherCandidates, gatherMs)
    if (candidates.some(candidate => / udp /i.test(candidate)))
      throw refusal(
        'sends UDP past it (WebRTC). Start it with --force-webrtc-ip-handling-policy=disable_non_proxied_udp and --webrtc-ip-handling-policy=disable_non_proxied_udp.',
      )
  })

const withPage = async (
  context: BrowserContext,
  pass: ProxyPass,
  prove: (page: Page) => Promise<void>,
): Promise<void> => {
  const page = await context.newPage()
  await answerRequests(await context.newCDPSession(page), pass, [], undefined)
  await prove(page)
  await page.close()
}

const ask = async (page: Page, pass: ProxyPass, origin: string): Promise<void> => {
  const { path, answer } = pass.issueProof()
  const response = await page.goto(origin + path, { timeout: askMs }).catch(() => null)
  const said = await response?.text().catch(() => '')
  if (said === answer) return
  const what = origin === nowhere ? 'does not come through' : `asks for ${origin}/ past`
  throw refusal(
    `${what} our proxy. It must use the proxy that it is given for each context, and reach it at BROWSER_PROXY.`,
  )
}

const refusal = (sentence: string): AppError =>
  new AppError('browser_unavailable', `The browser of BROWSER_WS is not used, since it ${sentence}`)

/** Runs in the page: the addresses at which it could be reached by others, as WebRTC tells them. */
const gatherCandidates = async (limitMs: number): Promise<string[]> => {
  const peer = new RTCPeerConnection({ iceServers: [] })
  const found: string[] = []
  peer.createDataChannel('proof')
  const all = new Promise<void>(resolve => {
    peer.onicecandidate = ({ candidate }) => {
      if (candidate) found.push(candidate.candidate)
      else resolve()
    }
  })
  await peer.setLocalDescription(await peer.createOffer())
  await Promise.race([all, new Promise(resolve => setTimeout(resolve, limitMs))])
  peer.close()
  return found
}
