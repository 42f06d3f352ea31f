/** The result of a function, or undefined if it throws. */
export const attempt = <Answer>(work: () => Answer): Answer | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}
