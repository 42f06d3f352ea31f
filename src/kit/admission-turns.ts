import { overloaded } from './admission-bookings.ts'
import { onAbort } from './on-abort.ts'

/** `owner`: whose it is of what is asked for as one account. */
type Asking = {
  account: string
  owner: string
  signal: AbortSignal | undefined
  patience: number | undefined
}
type Waiting = { owner: string; enter: () => void }

/**
 * Places, and who gets the next: the account that holds fewest, or has had fewest rounds. An account
 * that comes begins in the round that is being served: were it the first of all, those who come and
 * go would keep one that waits from ever having its turn.
 */
export const createTurns = (limits: { readonly places: number }) => {
  const waiting = new Map<string, Waiting[]>()
  const running = createCounts()
  /** The next round of each account that is there, or was in the present one. */
  const rounds = new Map<string, number>()
  let round = 0

  const begin = (account: string) => {
    const own = roundOf(account)
    running.add(account, 1)
    rounds.set(account, own + 1)
    if (own > round) {
      round = own
      for (const [name, next] of rounds)
        if (next <= round && !running.of(name) && !waiting.has(name)) rounds.delete(name)
    }
  }
  const roundOf = (account: string): number => Math.max(round, rounds.get(account) ?? 0)
  const isBefore = (one: string, other: string): boolean =>
    running.of(one) === running.of(other)
      ? roundOf(one) < roundOf(other)
      : running.of(one) < running.of(other)

  const serve = () => {
    while (waiting.size > 0 && running.total() < limits.places) next()
  }
  const next = () => {
    let chosen: string | undefined
    for (const account of waiting.keys())
      if (chosen === undefined || isBefore(account, chosen)) chosen = account
    if (chosen === undefined) return
    const [first, ...rest] = waiting.get(chosen) ?? []
    keepWaiting(chosen, rest)
    begin(chosen)
    first?.enter()
  }
  const keepWaiting = (account: string, rest: Waiting[]) => {
    if (rest.length > 0) waiting.set(account, rest)
    else waiting.delete(account)
  }

  const wait = ({ account, owner, signal, patience }: Asking, { isFirst }: { isFirst: boolean }) =>
    new Promise<void>((resolve, reject) => {
      const leave = (reason: unknown) => {
        keepWaiting(account, waiting.get(account)?.filter(other => other.enter !== enter) ?? [])
        stop()
        reject(reason)
      }
      const giveUp = () => leave(overloaded(patience ?? 0))
      const timer = patience === undefined ? undefined : setTimeout(giveUp, patience)
      const stop = () => {
        clearTimeout(timer)
        stopListening()
      }
      const enter = () => {
        stop()
        resolve()
      }
      const stopListening = onAbort(signal, () => leave(signal?.reason))
      const others = waiting.get(account) ?? []
      others.splice(isFirst ? 0 : placeOf(owner, others), 0, { owner, enter })
      waiting.set(account, others)
    })

  return {
    async take(asking: Asking) {
      asking.signal?.throwIfAborted()
      if (running.total() < limits.places) begin(asking.account)
      else await wait(asking, { isFirst: false })
    },
    /** For one whose turn came to nothing, before it gives its place back: the turn is still to come. */
    async takeAgain(asking: Asking) {
      asking.signal?.throwIfAborted()
      rounds.set(asking.account, roundOf(asking.account) - 1)
      await wait(asking, { isFirst: true })
    },
    giveBack(account: string): void {
      running.add(account, -1)
      serve()
    },
    waiting: (account: string): number => waiting.get(account)?.length ?? 0,
    load: () => ({
      running: running.total(),
      waiting: [...waiting.values()].reduce((sum, line) => sum + line.length, 0),
    }),
  }
}

/** Behind as many of each other owner as there are of this one: owners take turns. */
const placeOf = (owner: string, others: readonly Waiting[]): number => {
  const counts = createCounts()
  const own = others.filter(other => other.owner === owner).length
  const place = others.findIndex(other => {
    counts.add(other.owner, 1)
    return counts.of(other.owner) > own + 1
  })
  return place < 0 ? others.length : place
}

/** How many of each; those of which there is none are forgotten. */
export const createCounts = () => {
  const counts = new Map<string, number>()
  let total = 0
  return {
    add(name: string, more: 1 | -1): void {
      const count = (counts.get(name) ?? 0) + more
      if (count === 0) counts.delete(name)
      else counts.set(name, count)
      total += more
    },
    of: (name: string): number => counts.get(name) ?? 0,
    total: () => total,
    entries: () => [...counts],
  }
}
