/**
 * The lines of a body as they come, but for empty ones. It ends where the body ends, is cut off, or
 * says nothing for too long: whoever reads finds out which. A line without its end is none.
 */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  quietMs: number,
): AsyncGenerator<string, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let parts: string[] = []
  try {
    for (;;) {
      const chunk = await within(quietMs, reader.read())
      if (!chunk?.value) return
      const [first = '', ...others] = decoder.decode(chunk.value, { stream: true }).split('\n')
      parts.push(first)
      for (const next of others) {
        const line = parts.join('')
        parts = [next]
        if (line !== '') yield line
      }
    }
  } finally {
    // Not waited for: a line that hangs does not say that it has ended either.
    reader.cancel().catch(() => undefined)
  }
}

/** Undefined when it fails or does not come. */
const within = <T>(ms: number, coming: Promise<T>): Promise<T | undefined> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms, undefined)
    const end = (value?: T) => {
      clearTimeout(timer)
      resolve(value)
    }
    coming.then(end, () => end())
  })
