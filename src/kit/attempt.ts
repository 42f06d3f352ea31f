/** What a function answers, or undefined where it throws. */
export const attempt = <Answer>(work: () => Answer): Answer | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}
