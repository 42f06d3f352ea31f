import type { FastifyInstance } from 'fastify'
import { parse } from 'tldts'
import { AppError } from '../../kit/errors.ts'

/** Before the routes: notes them, and says by which methods a path can be asked. */
export const noteRoutes = (
  server: Pick<FastifyInstance, 'addHook'>,
): ((path: string) => string[]) => {
  const routes: { methods: string[]; segments: string[] }[] = []
  server.addHook('onRoute', ({ method, url }) => {
    // What answers everywhere (the dashboard's page for unknown addresses) says nothing of a path.
    if (url === '/*') return
    routes.push({ methods: [method].flat(), segments: segmentsOf(url) })
  })
  return path => {
    const asked = segmentsOf(path)
    const found = routes.filter(({ segments }) => fits(segments, asked))
    return [...new Set(found.flatMap(({ methods }) => methods))].sort()
  }
}

/** As the router has it: one slash at the end says nothing, any other makes a part. */
const segmentsOf = (path: string): string[] => path.replace(/\/$/, '').split('/').slice(1)

const fits = (pattern: readonly string[], path: readonly string[]): boolean =>
  (pattern.at(-1) === '*' ? path.length >= pattern.length : path.length === pattern.length) &&
  pattern.every(
    (part, at) => part === '*' || (part.startsWith(':') ? path[at] !== '' : part === path[at]),
  )

/** What to say where no route is. */
export const notFound = (
  method: string,
  path: string,
  methods: readonly string[],
  imageUrl: string | undefined,
): AppError => {
  // Who may GET may ask for the HEAD too: nobody needs to be told.
  const shown = methods.filter(one => one !== 'HEAD').join(' or ')
  if (shown)
    return new AppError('method_not_allowed', `${path} does not support ${method}. Use ${shown}.`)
  if (imageUrl && isImagePath(path))
    return new AppError('not_found', `There are no images here. They are at ${imageUrl}${path}`)
  return new AppError('not_found', `There is no ${method} ${path} here.`)
}

/** `/github.com`, `/og/github.com`, with or without a token before it. */
const isImagePath = (path: string): boolean => {
  const [first = '', ...rest] = path
    .split('/')
    .filter(part => part !== '' && !part.startsWith('pk_'))
  const typed = first === 'og' ? rest.join('/') : first
  const { domain, isIcann } = parse(typed)
  return domain !== null && isIcann === true
}
