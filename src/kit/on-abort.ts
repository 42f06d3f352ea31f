/** Acts once when the signal fires, at once where it has; not after what it gives was called. */
export const onAbort = (signal: AbortSignal | undefined, act: () => void): (() => void) => {
  if (signal?.aborted) act()
  else signal?.addEventListener('abort', act, { once: true })
  return () => signal?.removeEventListener('abort', act)
}
