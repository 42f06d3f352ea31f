import type { Egress } from '../../base/web/egress.ts'
import { guardedFetch } from '../../base/web/fetch.ts'
import { AppError } from '../../kit/errors.ts'
import type { SpriteFile } from './decide/sprites.ts'

type SpriteDeps = { egress: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'> }

export const fetchSprites = async (
  deps: SpriteDeps,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<SpriteFile[]> => {
  const wanted = { maxBytes: 1_000_000, accept: 'image/svg+xml,*/*;q=0.5' }
  const files = await Promise.all(urls.map(url => fetchDrawing(deps, url, signal, wanted)))
  return files.flatMap(file => file ?? [])
}

const timeoutMs = 4_000

/** A sprite or a logo: without it the rest still stands. */
export const fetchDrawing = async (
  deps: SpriteDeps,
  url: string,
  signal: AbortSignal,
  { maxBytes, accept }: { maxBytes: number; accept: string },
): Promise<SpriteFile | undefined> => {
  try {
    const headers = { accept }
    const answer = await guardedFetch(deps.egress, { url, signal, timeoutMs, maxBytes, headers })
    return answer.status === 200 ? { url, bytes: answer.bytes } : undefined
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error
    return undefined
  }
}
