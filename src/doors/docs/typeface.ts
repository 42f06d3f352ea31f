import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { HttpServer } from '../../base/http/server.ts'
import { AppError } from '../../errors.ts'

const hidden = { schema: { hide: true } }
const sheet = createRequire(import.meta.url).resolve('@fontsource-variable/inter/index.css')
const yearSeconds = 31_536_000

/**
 * The typeface of the dashboard, the documents and the reference: one address for all three, so a
 * browser fetches it once. The sheet names each file with the version of the package, which makes the
 * files immutable.
 */
export const typefaceRoutes = (server: HttpServer): void => {
  const read = () => {
    const { version } = JSON.parse(readFileSync(join(dirname(sheet), 'package.json'), 'utf8'))
    return readFileSync(sheet, 'utf8').replaceAll(/\.\/files\/([\w-]+\.woff2)/g, `$1?v=${version}`)
  }
  let css: string | undefined
  server.get('/fonts/inter.css', hidden, async (_, reply) => {
    css ??= read()
    return reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=86400').send(css)
  })
  server.get<{ Params: { file: string } }>('/fonts/:file', hidden, async (request, reply) => {
    const { file } = request.params
    const bytes = fileOf(file)
    if (!bytes) throw new AppError('not_found', `There is no typeface "${file}".`)
    return reply
      .type('font/woff2')
      .header('cache-control', `public, max-age=${yearSeconds}, immutable`)
      .send(bytes)
  })
}

const fileOf = (name: string): Buffer | undefined => {
  if (!/^inter-[\w-]+\.woff2$/.test(name)) return undefined
  try {
    return readFileSync(join(dirname(sheet), 'files', basename(name)))
  } catch {
    return undefined
  }
}
