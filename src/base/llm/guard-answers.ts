import { AppError } from '../../kit/errors.ts'

/** More than any model writes in one answer. */
const maxAnswerBytes = 4_000_000

type Fetch = typeof globalThis.fetch

/**
 * A model's endpoint is software too: an endless answer must not fill our memory, and whoever it
 * sends us to must not get our key, which some providers take in a header that redirects keep.
 */
export const guardAnswers =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const answer = await fetch(input, { ...init, redirect: 'manual' })
    if (!answer.body) return answer
    let bytes = 0
    const counted = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength
          if (bytes > maxAnswerBytes)
            controller.error(
              new AppError('model_failed', 'The language model’s answer is too long.'),
            )
          else controller.enqueue(chunk)
        },
      }),
    )
    const { status, statusText, headers } = answer
    return new Response(counted, { status, statusText, headers })
  }
