import { AppError } from '../../kit/errors.ts'
import { Type } from '../../kit/schema.ts'
import type { HttpServer } from '../http/server.ts'
import type { Objects } from './objects.ts'
import { objectPath, type UrlSigner } from './signed-url.ts'

type Deps = { objects: Pick<Objects, 'show'>; signer: Pick<UrlSigner, 'isGood'> }

const Query = Type.Object({
  expires: Type.Integer({ minimum: 0, maximum: 99_999_999_999 }),
  signature: Type.String({ maxLength: 100 }),
})

/** For whoever has a URL that was signed here: no key, and nobody learns what there is. */
export const objectRoutes = (server: HttpServer, { objects, signer }: Deps): void => {
  server.get(
    `${objectPath}/:id`,
    {
      schema: {
        hide: true,
        params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
        querystring: Query,
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { expires } = request.query
      if (!signer.isGood({ id, ...request.query })) throw gone()
      const shown = await objects.show(id)
      if (!shown) throw gone()
      if ('url' in shown) return reply.header('cache-control', 'no-store').redirect(shown.url, 302)
      const leftSeconds = Math.max(0, expires - Math.floor(Date.now() / 1_000))
      return reply
        .type(shown.contentType)
        .header('cache-control', `private, max-age=${Math.min(leftSeconds, 3_600)}`)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(shown.bytes)
    },
  )
}

const gone = () => new AppError('not_found', 'There is nothing here, or it has expired.')
