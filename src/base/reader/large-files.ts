import type { ByteBudget } from '../../kit/byte-budget.ts'
import { isDocumentFile } from '../../page/documents/sniff.ts'

/** A page may have as much, and a file too, whatever is set. */
export const maxPageBytes = 10_000_000

/** Files may be larger than pages: a few at a time, as each of them is held in memory. */
export type FileAllowance = { maxBytes: number; budget: ByteBudget }

export type FileLease = {
  /** How large a body that begins so may be. */
  maxBytesOf(start: Uint8Array): number
  release(): void
}

/** Takes memory for a body that a caller sends, before it comes; one that a page may have needs none. */
export const takeForBody = (
  { maxBytes, budget }: FileAllowance,
  contentLength: string | undefined,
): (() => void) | undefined => {
  const bytes = Number(contentLength ?? maxBytes)
  return bytes <= maxPageBytes ? undefined : budget.take(Math.min(bytes, maxBytes))
}

/** For the reading of one page: what was taken for its file is given back at its end. */
export const openFileLease = (files: FileAllowance): FileLease => {
  let giveBack: (() => void) | undefined
  return {
    maxBytesOf(start) {
      if (!isDocumentFile(start)) return maxPageBytes
      giveBack ??= files.budget.take(files.maxBytes)
      return files.maxBytes
    },
    release: () => giveBack?.(),
  }
}
