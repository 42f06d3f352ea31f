/** What the image API answered, byte for byte; and how a browser measures it. */
export type ImageAnswer = {
  status: number
  type: string
  bytes: number
  source: string
  cacheControl: string
  /** To be shown; undefined where the answer is no image. */
  src: string | undefined
  width: number
  height: number
}

/**
 * One request, of which both the picture and the facts are shown; unless `cache` says otherwise, what
 * the browser kept from before is asked for again. A refusal is its own sentence.
 */
export const askForImage = async (
  address: string,
  signal: AbortSignal,
  cache: RequestCache = 'no-cache',
): Promise<ImageAnswer> => {
  const answer = await ask(address, { signal, cache }, maxTries)
  const { status, headers } = answer
  if (status !== 200 && status !== 404) throw new Error(await answer.text())
  const blob = await answer.blob()
  const type = headers.get('content-type') ?? ''
  const src = type.startsWith('image/') ? await asDataUrl(blob) : undefined
  return {
    ...{ status, type, bytes: blob.size, src },
    source: headers.get('x-image-source') ?? '',
    cacheControl: headers.get('cache-control') ?? '',
    ...(src === undefined ? { width: 0, height: 0 } : await sizeOf(src)),
  }
}

const maxTries = 5
const maxPauseSeconds = 10

/** A server that is busy says when it will have time; not all who wait come back at the same moment. */
const ask = async (
  address: string,
  how: { signal: AbortSignal; cache: RequestCache },
  tries: number,
): Promise<Response> => {
  const { signal } = how
  const answer = await fetch(address, how).catch((error: unknown) => {
    signal.throwIfAborted()
    // A line that broke off may be a moment's; a second one is not.
    if (tries === maxTries) return undefined
    throw new Error('The image API cannot be reached.', { cause: error })
  })
  if (answer && (answer.status !== 503 || tries <= 1)) return answer
  const seconds = Number(answer?.headers.get('retry-after') ?? 1) || 0
  const pauseMs = 1_000 * Math.min(seconds, maxPauseSeconds) + 500 * Math.random()
  await new Promise(resolve => setTimeout(resolve, pauseMs))
  signal.throwIfAborted()
  return ask(address, how, tries - 1)
}

const asDataUrl = (blob: Blob): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result))
  reader.onerror = () => reject(new Error('The image cannot be read.'))
  reader.readAsDataURL(blob)
  return promise
}

const sizeOf = async (src: string): Promise<{ width: number; height: number }> => {
  const image = new Image()
  image.src = src
  await image.decode().catch(() => undefined)
  return { width: image.naturalWidth, height: image.naturalHeight }
}
