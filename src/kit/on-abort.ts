/** Acts once when the signal fires, or now if it has. The function it returns cancels that. */
export const onAbort = (signal: AbortSignal | undefined, act: () => void): (() => void) => {
  if (signal?.aborted) act()
  else signal?.addEventListener('abort', act, { once: true })
  return () => signal?.removeEventListener('abort', act)
}
