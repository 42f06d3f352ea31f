/**
 * Fair shares between batches (start-time fair queueing): every item gets a turn, a number, and
 * workers take the lowest. A new batch begins at the turn that is being served now, so a small one
 * does not wait behind a large one, and a large one is never starved: they go on side by side. An
 * account with several batches at once takes longer strides in each, so accounts share alike too.
 */
export const turnOf = (
  position: number,
  start: { servedTurn: number; activeBatches: number },
): number => start.servedTurn + (position + 1) * Math.max(1, start.activeBatches)

/** The queue's own order is by priority, higher first, as a 32-bit number. */
export const priorityOf = (turn: number): number => -Math.min(turn, 2_000_000_000)
