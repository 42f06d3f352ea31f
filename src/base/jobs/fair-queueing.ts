/**
 * Fair shares between batches (start-time fair queueing): every item gets turns, numbers, and the
 * lowest comes first. A new batch begins at the turn that is being served now, so a small one does
 * not wait behind a large one, and a large one is never starved: they go on side by side. An account
 * with several batches at once takes longer strides in each new one, so that a hundred batches get
 * about five times the share of one, not a hundred times.
 *
 * There are two lines to stand in. Each host has its own, since it may be slower than others; and
 * the hosts' items share the workers. In the second line a batch goes round its hosts, as its items
 * do in truth: otherwise the turn being served would be that of its last host from the beginning.
 */
type Turns = { turn: number; laneTurn: number }

type Start = {
  /** The turn being served, across all jobs. */
  servedTurn: number
  /** Of the item's account, this batch included. */
  activeJobs: number
  /** Among the items of a host. */
  servedTurnOf: (host: string) => number
}

export const turnsOf = (hosts: readonly string[], start: Start): Turns[] => {
  const seen = new Map<string, number>()
  const rounds = hosts.map(host => {
    const round = seen.get(host) ?? 0
    seen.set(host, round + 1)
    return round
  })
  const order = hosts.map((_, at) => at).sort((a, b) => (rounds[a] ?? 0) - (rounds[b] ?? 0))
  const ranks: number[] = []
  for (const [rank, at] of order.entries()) ranks[at] = rank
  const stride = Math.max(1, start.activeJobs)
  return hosts.map((host, at) => ({
    turn: start.servedTurn + ((ranks[at] ?? 0) + 1) * stride,
    laneTurn: start.servedTurnOf(host) + ((rounds[at] ?? 0) + 1) * stride,
  }))
}

/** The queue's own order is by priority, higher first, as a 32-bit number. */
export const priorityOf = (turn: number): number => -Math.min(turn, 2_000_000_000)
