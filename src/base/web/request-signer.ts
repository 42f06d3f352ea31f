import { type RequestSignature, type SigningKey, signRequest } from './message-signature.ts'

/** Says who asks, where it should be said. */
export type RequestSigner = {
  /** For one request; undefined where it goes unsigned. */
  sign(url: URL): RequestSignature | undefined
  /**
   * Whether a site turned an unsigned request away and asks for a signature. True once: from then
   * on its requests are signed, and one that is turned away in spite of that is not repeated.
   */
  isChallenge(url: URL, status: number, headers: Headers): boolean
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

type SignerDeps = {
  /** `challenge`: only for sites that ask for it, since a signature names this server everywhere. */
  when: 'always' | 'challenge'
  /** Where the keys are published, an https origin. */
  agent: string
  key: () => SigningKey
  now?: () => number
}

export const createRequestSigner = (deps: SignerDeps): RequestSigner => {
  const { now = Date.now } = deps
  const asking = new Set<string>()
  return {
    sign: url =>
      deps.when === 'always' || asking.has(url.host)
        ? signRequest(deps.key(), deps.agent, url, now())
        : undefined,
    isChallenge(url, status, headers) {
      if (deps.when === 'always' || asking.has(url.host)) return false
      if (!refusals.has(status) || headers['accept-signature'] === undefined) return false
      if (asking.size >= maxHosts) asking.clear()
      asking.add(url.host)
      return true
    },
  }
}

const refusals = new Set([401, 403, 429])
const maxHosts = 5_000
