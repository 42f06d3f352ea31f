import { createHash } from 'node:crypto'
import type { HttpServer } from '../http/server.ts'
import { signDirectory } from '../web/message-signature.ts'
import { robotsToken } from '../web/user-agent.ts'
import { type BotPage, botPage, botStyle } from './bot-page.ts'
import type { Identity } from './identity.ts'

type Deps = BotPage & {
  /** Undefined where requests are not signed: then nothing is published. */
  identity: Identity | undefined
  now: () => number
}

const hidden = { schema: { hide: true } }
const styleHash = createHash('sha256').update(botStyle).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'`
const directoryType = 'application/http-message-signatures-directory+json'

/** What the owner of a site may want to know of us, for their eyes and for their server. */
export const identityRoutes = (server: HttpServer, deps: Deps): void => {
  server.get('/bot', hidden, async (_, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'max-age=3600')
      .send(botPage(robotsToken, deps)),
  )
  const { identity, agent } = deps
  if (!identity || agent === undefined) return
  server.get('/.well-known/http-message-signatures-directory', hidden, async (_, reply) => {
    const keys = identity.published()
    return reply
      .headers(signDirectory(keys, agent, deps.now()))
      .header('content-type', directoryType)
      .header('cache-control', 'max-age=60')
      .send(JSON.stringify({ keys: keys.map(key => publicJwk(key)) }))
  })
}

const publicJwk = ({ id, x }: { id: string; x: string }) => ({
  ...{ kty: 'OKP', crv: 'Ed25519', kid: id, x },
  ...{ alg: 'EdDSA', use: 'sig' },
})
