import type { AdmissionQueue } from '../../kit/admission-queue.ts'
import { sizeFromHeader } from '../../page/pixels/raster/header.ts'
import { daySeconds, hourSeconds, toRendition } from './answers.ts'
import type { Drawing } from './draw.ts'
import { always, findSource, markOf } from './find-source.ts'
import type { Pins } from './pins.ts'
import type { Pixels } from './pixels.ts'
import type { DiskCache } from './rendition-disk-cache.ts'
import { makeOnce, type Rendition, type Renditions } from './renditions.ts'
import { type ImageRequest, renditionKey } from './request.ts'
import type { FoundSource, Sources } from './sources.ts'
import type { SourceRow } from './store.ts'

type Deps = {
  now: () => number
  line: AdmissionQueue
  renditions: Renditions
  diskCache: DiskCache | undefined
  sources: Pick<Sources, 'find'>
  pins: Pick<Pins, 'of' | 'hasImage' | 'image' | 'stateOf'>
  pixels: Pick<Pixels, 'draw'>
}

/**
 * Makes the rendition a request asks for. One that an earlier process of ours made may lie on the
 * diskCache: it needs no line, no database and no thread.
 */
export const createServe = (deps: Deps) => {
  const make: ReturnType<typeof makeOnce<ImageRequest>> = makeOnce(
    deps.renditions,
    async (request, key, accountId) => {
      if (request.missing !== undefined)
        return deps.line.admit(accountId, () => fallback(deps, request, unknownCompany(deps)))
      if (request.followsScheme) return bothSchemes(make, request, accountId)
      const mark = request.raster ? undefined : markOf(deps.pins, request)
      if (mark) return toMarkRendition(deps, request, mark)
      const { host, parents } = request.domain
      // What lies there from before a pin is another rendition.
      const name = key + deps.pins.stateOf([host, ...parents])
      const kept = await deps.diskCache?.get(name, deps.now())
      if (kept) return kept
      const rendition = await deps.line.admit(accountId, () => serve(deps, request))
      deps.diskCache?.put(name, rendition)
      return rendition
    },
  )
  return make
}

const serve = async (deps: Deps, request: ImageRequest): Promise<Rendition> => {
  const { kind, domain, theme, version } = request
  const found = await findSource(deps, { kind, domain, theme, version })
  return found.source ? render(deps, request, found.source, found) : fallback(deps, request, found)
}

/**
 * Both drawings in one, each as a picture of its own: their ids and styles do not meet. Where they
 * are the same, that one.
 */
const bothSchemes = async (
  make: (request: ImageRequest, key: string, accountId: string) => Promise<Rendition>,
  request: ImageRequest,
  accountId: string,
): Promise<Rendition> => {
  const { followsScheme: _, ...plain } = request
  const draw = (theme: 'light' | 'dark') => {
    const one = { ...plain, theme }
    return make(one, renditionKey(one), accountId)
  }
  const [light, dark] = await Promise.all([draw('light'), draw('dark')])
  if (light.status !== 200 || light.bytes.equals(dark.bytes)) return light
  return toRendition({
    ...light,
    bytes: Buffer.from(followingSvg([light, dark], request)),
    contentType: 'image/svg+xml',
    expiresAtMs: Math.min(light.expiresAtMs, dark.expiresAtMs),
  })
}

const followingSvg = (
  [light, dark]: [Rendition, Rendition],
  { sizePx, box, retina }: ImageRequest,
): string => {
  const { width, height } = box ? shownSize(light, retina) : { width: sizePx, height: sizePx }
  const picture = (name: string, { contentType, bytes }: Rendition) =>
    `<image class="${name}" width="${width}" height="${height}" href="data:${contentType};base64,${bytes.toString('base64')}"/>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    '<style>.dark{display:none}@media (prefers-color-scheme:dark){.light{display:none}.dark{display:inline}}</style>' +
    `${picture('light', light)}${picture('dark', dark)}</svg>`
  )
}

type Size = { width: number; height: number }

/** Of a picture that we wrote: as a drawing says, or by its pixels, of which retina has twice as many. */
const shownSize = ({ contentType, bytes }: Rendition, retina: boolean): Size => {
  if (contentType === 'image/svg+xml') return drawnSize(bytes.toString('utf8', 0, 400))
  const { width, height } = sizeFromHeader(bytes) ?? avifSize(bytes)
  const density = retina ? 2 : 1
  return { width: width / density, height: height / density }
}

const drawnSize = (start: string): Size => {
  const [, width] = /\swidth="([\d.]+)"/.exec(start) ?? []
  const [, height] = /\sheight="([\d.]+)"/.exec(start) ?? []
  return { width: Number(width ?? 128), height: Number(height ?? 64) }
}

/** Its property `ispe` has the size behind its version and flags. */
const avifSize = (bytes: Buffer): Size => {
  const at = bytes.indexOf('ispe')
  return { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
}

/** Asked again after an hour, as a site without an image is. */
const unknownCompany = ({ now }: Pick<Deps, 'now'>): FoundSource => ({
  source: undefined,
  goodUntilMs: now() + hourSeconds * 1_000,
  isProvisional: false,
})

/** A mark is our own file: it needs no network, no database, no line and no thread. */
const toMarkRendition = async (
  deps: Pick<Deps, 'now'>,
  { theme, sizePx, greyscale }: ImageRequest,
  { bytes, source }: SourceRow,
): Promise<Rendition> => {
  const { cleanSvg, frameSvg } = await import('./frame-svg.ts')
  const { svg } = cleanSvg(bytes, theme)
  const drawn = frameSvg(svg, { sizePx, greyscale })
  return toRendition({ status: 200, ...drawn, source, ...lifeOf(deps, always, daySeconds) })
}

const render = async (
  deps: Deps,
  request: ImageRequest,
  source: SourceRow,
  found: Pick<FoundSource, 'goodUntilMs' | 'isProvisional'>,
): Promise<Rendition> => {
  const { bytes, contentType } = await deps.pixels.draw(drawingOf(request, source))
  return toRendition({
    status: 200,
    bytes: Buffer.from(bytes),
    contentType,
    source: source.source,
    ...lifeOf(deps, found, daySeconds),
  })
}

export const drawingOf = (
  request: ImageRequest,
  { source, bytes, maskColor }: Pick<SourceRow, 'source' | 'bytes' | 'maskColor'>,
): Drawing => ({ ...lookOf(request), bytes, maskColor, isFit: source === 'mark' })

const lookOf = ({ kind, theme, format, sizePx, box, retina, raster, greyscale }: ImageRequest) => ({
  ...{ kind, theme, format, sizePx, box, raster, greyscale },
  density: retina ? (2 as const) : (1 as const),
})

const fallback = async (
  deps: Deps,
  request: ImageRequest,
  found: FoundSource,
): Promise<Rendition> => {
  const kept = lifeOf(deps, found, hourSeconds)
  // A company that nobody knows has no site on which an icon could be.
  if (request.fallback === 'icon' && request.missing === undefined) {
    const icon = await serve(deps, { ...request, kind: 'icon', fallback: 'monogram' })
    return toRendition({ ...icon, ...kept })
  }
  if (request.fallback === '404') {
    const bytes = Buffer.from(
      request.missing ?? `${request.domain.host} does not have ${nouns[request.kind]}.`,
    )
    const contentType = 'text/plain; charset=utf-8'
    return toRendition({ ...kept, status: 404, bytes, contentType, source: 'none' })
  }
  const { host } = request.domain
  const isBlank = request.fallback === 'transparent'
  const { monogram } = await import('./monogram.ts')
  const known = request.missing === undefined ? deps.pins.of(host) : { name: nameIn(host) }
  const drawn =
    request.raster || request.greyscale
      ? await deps.pixels.draw({
          ...lookOf(request),
          kind: 'icon',
          bytes: Buffer.from(
            isBlank
              ? blank(request.sizePx)
              : monogram(host, request.sizePx, { ...known, asPaths: request.raster }),
          ),
          maskColor: null,
          isFit: true,
        })
      : {
          bytes: Buffer.from(
            isBlank ? blank(request.sizePx) : monogram(host, request.sizePx, known),
          ),
          contentType: 'image/svg+xml',
        }
  return toRendition({
    ...kept,
    status: 200,
    bytes: Buffer.from(drawn.bytes),
    contentType: drawn.contentType,
    source: isBlank ? 'none' : 'monogram',
  })
}

const blank = (sizePx: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}" viewBox="0 0 1 1"><rect width="1" height="1" fill-opacity="0"/></svg>`

const nouns = {
  ...{ icon: 'an icon', og: 'an Open Graph image', logo: 'a logo', symbol: 'a symbol' },
}

/** The first letter or digit of what was asked for starts its monogram. */
const nameIn = (host: string): string =>
  decodeURIComponent(host.slice(1, host.lastIndexOf('?'))).replace(/^[^\p{L}\p{N}]+/u, '')

const lifeOf = (
  { now }: Pick<Deps, 'now'>,
  { goodUntilMs, isProvisional }: Pick<FoundSource, 'goodUntilMs' | 'isProvisional'>,
  seconds: number,
) => {
  const leftSeconds = Math.max(1, Math.ceil((goodUntilMs - now()) / 1_000))
  return {
    maxAgeSeconds: isProvisional ? Math.min(seconds, leftSeconds) : seconds,
    expiresAtMs: Math.min(now() + seconds * 1_000, goodUntilMs),
  }
}
