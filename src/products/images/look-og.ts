import { createLife } from '../../kit/deadline.ts'
import { AppError } from '../../kit/errors.ts'
import type { SharedImage } from '../../page/icons/open-graph.ts'
import type { Domain } from './domain.ts'
import { type FileDeps, fetchIcon, type IconFile } from './files.ts'
import { type HomeDeps, homeOf, openHome } from './home.ts'
import type { Look } from './sources.ts'

const timeoutMs = 8_000
const maxBytes = 8_000_000
const atOnce = 3
const mostTried = 9
const leastPx = 16

type Tried = { image: SharedImage; fetched: Omit<IconFile, 'icon'>; flaw: string | undefined }

/**
 * The page's own `og:image`; the next one when it is broken, the Twitter card's image after them,
 * then its `image_src`.
 * Never the icon, and never another page's.
 */
export const lookForOpenGraph = async (
  deps: HomeDeps & FileDeps,
  domain: Domain,
): Promise<Look> => {
  const late = new AppError('page_timeout', `There was no time left to look at ${domain.host}.`)
  const life = createLife({ timeoutMs, whenLate: () => late })
  try {
    const home = await openHome(deps, domain.host, life.signal)
    const images = home.state === 'read' ? home.shared : []
    const tried: Tried[] = []
    const usable = () => tried.find(({ flaw }) => flaw === undefined)
    for (let at = 0; at < Math.min(images.length, mostTried) && !usable(); at += atOnce) {
      const batch = images.slice(at, at + atOnce)
      tried.push(...(await Promise.all(batch.map(image => tryImage(deps, image, life.signal)))))
    }
    const best = usable()
    const bytes = best?.fetched.bytes
    const { origin = '', url = null } = best?.image ?? {}
    return {
      sources: bytes
        ? [{ theme: 'light', source: origin, url, bytes: Buffer.from(bytes), maskColor: null }]
        : [],
      report: {
        home: homeOf(home),
        images: tried.map(({ image, flaw }) => ({
          source: image.origin,
          url: image.url.slice(0, 300),
          reasons: [flaw ?? 'can be used'],
        })),
      },
      conclusive: home.state === 'read' || home.state === 'no-html',
      missed: tried.flatMap(({ image, fetched }) => (fetched.isPassing ? [image.url] : [])),
    }
  } finally {
    life.end()
    life.abort(late)
  }
}

const tryImage = async (
  deps: FileDeps,
  image: SharedImage,
  signal: AbortSignal,
): Promise<Tried> => {
  const fetched = await fetchIcon(deps, image.url, signal, { maxBytes })
  return { image, fetched, flaw: flawOf(fetched) }
}

const flawOf = ({ facts, problem }: Omit<IconFile, 'icon'>): string | undefined => {
  if (!facts) return problem ?? 'not fetched'
  if (!facts.isVector && Math.min(facts.width, facts.height) < leastPx)
    return `${facts.width}×${facts.height} px is no picture`
  return facts.isBlank ? 'nothing to see in it' : undefined
}
