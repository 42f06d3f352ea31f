import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { HttpServer } from '../../base/http/server.ts'
import { attempt } from '../../kit/attempt.ts'
import { AppError } from '../../kit/errors.ts'

const hidden = { schema: { hide: true } }
const yearSeconds = 31_536_000

/**
 * The typeface of the dashboard, the documents and the reference: one address for all three, so a
 * browser fetches it once. The sheet names each file with the version of the package, which makes the
 * files immutable.
 */
export const typefaceRoutes = (server: HttpServer): void => {
  let css: string | undefined
  server.get('/fonts/inter.css', hidden, async (_, reply) => {
    css ??= readSheet()
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

const folder = (): string =>
  dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/index.css'))

const readSheet = (): string => {
  const { version } = JSON.parse(readFileSync(join(folder(), 'package.json'), 'utf8'))
  const sheet = readFileSync(join(folder(), 'index.css'), 'utf8')
  return sheet.replaceAll(/\.\/files\/([\w-]+\.woff2)/g, `$1?v=${version}`)
}

const fileOf = (name: string): Buffer | undefined =>
  /^inter-[\w-]+\.woff2$/.test(name)
    ? attempt(() => readFileSync(join(folder(), 'files', basename(name))))
    : undefined
