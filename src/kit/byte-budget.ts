import { AppError } from './errors.ts'

/** Limits the bytes in use at once, across all calls. */
export type ByteBudget = {
  /** Gives them back when it is called. Throws `overloaded` where there are not so many left. */
  take(bytes: number): () => void
}

export const createByteBudget = (maxBytes: number): ByteBudget => {
  let taken = 0
  return {
    take(bytes) {
      if (taken > 0 && taken + bytes > maxBytes)
        throw new AppError('overloaded', 'The server reads other large files. Try again shortly.', {
          retryAfterSeconds: 5,
        })
      taken += bytes
      let isBack = false
      return () => {
        if (!isBack) taken -= bytes
        isBack = true
      }
    },
  }
}
