import type { Egress } from '../../base/web/egress.ts'
import { guardedFetch } from '../../base/web/fetch.ts'
import { AppError } from '../../kit/errors.ts'
import type { SpriteFile } from './decide/sprites.ts'

type SpriteDeps = { egress: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'> }

const timeoutMs = 4_000
const maxBytes = 1_000_000

/** Without one the rest still stands. */
export const fetchSprites = async (
  deps: SpriteDeps,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<SpriteFile[]> => {
  const files = await Promise.all(urls.map(url => fetchSprite(deps, url, signal)))
  return files.flatMap(file => file ?? [])
}

const fetchSprite = async (
  deps: SpriteDeps,
  url: string,
  signal: AbortSignal,
): Promise<SpriteFile | undefined> => {
  try {
    const answer = await guardedFetch(deps.egress, {
      ...{ url, signal, timeoutMs, maxBytes },
      headers: { accept: 'image/svg+xml,*/*;q=0.5' },
    })
    return answer.status === 200 ? { url, bytes: answer.bytes } : undefined
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error
    return undefined
  }
}
