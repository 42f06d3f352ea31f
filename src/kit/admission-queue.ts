import { AsyncLocalStorage } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import { setImmediate as othersFirst } from 'node:timers/promises'
import { createBookings, overloaded } from './admission-bookings.ts'
import { createCounts, createTurns } from './admission-turns.ts'

export type AdmissionLimits = {
  /** Places: so many hold one at a time. Looked at each time, as there may be more or fewer. */
  readonly places: number
  /** Calls that are let in at a time, whatever they wait for: each of them takes memory. */
  calls: number
  /** How long a call holds a place, until the first ones have shown it. */
  usualMs: number
}

/**
 * So many at a time, and a fair line behind them.
 *
 * A call is let in or refused when it comes, before it has cost anything: let in only when it will
 * not wait much longer than `usualWaitMs` for its places, seen from what the calls before it took. The
 * accounts take turns, so a call of one that has few waits for few of one that has many; the only
 * call of an account is let in where it waits longer too, for others have many.
 *
 * Whoever is refused is told when to come again, and finds room then: calls that nobody has told to
 * come leave it to them.
 *
 * Work that no call waits for (batches, refreshes) is never refused: all of it together takes turns
 * with the accounts as if it were one more of them, and within it they take turns again.
 */
export type AdmissionQueue = {
  /** A call from its arrival to its answer. Throws `overloaded`, with a pause, where it must. */
  admit<T>(account: string, work: () => Promise<T>): Promise<T>
  /** The same for a call that was let in elsewhere and needs this line too; other work passes. */
  join<T>(work: () => Promise<T>): Promise<T>
  /**
   * One of the places while `work` lasts, as soon as it is the turn of whose work it is; again, before
   * the rest of that account, where it ended with `notBegun`.
   */
  hold<T>(work: () => Promise<T | typeof notBegun>, signal?: AbortSignal): Promise<T>
  load(): LineLoad
}
export type LineLoad = { calls: number; running: number; waiting: number; refused: number }

/** The outcome of work that gives its place back untouched. */
export const notBegun = Symbol('not begun')

/** Of expected waiting. What is expected is not always what comes: two seconds are what we promise. */
const usualWaitMs = 1_500
/** A call that was told to come now waits longer: the ones before it may have been slow. */
const maxWaitMs = { untold: usualWaitMs, told: 2 * usualWaitMs }
/** The same for the only call of an account: it is not refused for what others have in the line. */
const maxOnlyWaitMs = { untold: 6_000, told: Number.POSITIVE_INFINITY }
/** What no call waits for, and nothing ends, stands in line no longer and comes again. */
const patienceMs = 10_000
const maxWithoutCall = 500

/** Whose work this is; of a call, what it took of each line it was let in to. */
const calling = new AsyncLocalStorage<Caller | undefined>()
type Caller = { account: string; taken?: ReadonlyMap<AdmissionQueue, Taken> }
/** `open`: places that are not given back yet; an answer may come before. */
type Taken = { waitedMs: number; heldMs: number; open: Set<Promise<void>> }

/** Work that goes on when the call that began it is answered. */
export const withoutCall = <T>(work: () => T): T => calling.run(undefined, work)

/** Work of an account that no call waits for. */
export const asWorkOf = <T>(account: string, work: () => T): T => calling.run({ account }, work)

/** `utilization`: the part of the time, since it was last asked, in which the main thread had no rest. */
export type Clock = { now(): number; utilization(): number }

const createClock = (): Clock => {
  let before = performance.eventLoopUtilization()
  return {
    now: () => performance.now(),
    utilization() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
  }
}

/** `patience`: for all that no call waits for; else what has a signal waits for as long as that lives. */
export const createAdmissionQueue = (
  limits: AdmissionLimits,
  patience?: number,
  clock: Clock = createClock(),
): AdmissionQueue => {
  const { now } = clock
  const turns = createTurns(limits)
  const calls = createCounts()
  const heldMs = createMean(limits.usualMs)
  const elsewhereMs = createMean(0)
  const room = createRoom(limits.calls, clock)
  const bookings = createBookings(now)
  /** Since when each of the places is held. */
  const holds = new Set<{ sinceMs: number }>()
  let refused = 0

  /** The calls that have their turn before the next one of this account, as accounts take turns. */
  const ahead = (account: string): number => {
    const own = calls.of(account)
    const others = calls.entries().filter(([other]) => other !== account)
    const before = others.reduce((sum, [, count]) => sum + Math.min(count, own + 1), own)
    return before + Math.min(turns.waiting(nobody), own + 1)
  }

  /** While a call is elsewhere (at a site, at a model), those before it go on. */
  const expectedMs = (account: string, told: number): number => {
    const before = Math.max(0, ahead(account) + told + 1 - limits.places)
    return (before * heldMs.value) / limits.places + overdueMs() - elsewhereMs.value
  }

  /** Where even the last who took a place has held it for longer than usual, it may last as long again. */
  const overdueMs = (): number => {
    const last = holds.size < limits.places ? undefined : [...holds].at(-1)
    return last ? Math.max(0, now() - last.sinceMs - heldMs.value) : 0
  }

  /**
   * An account leaves a part of what there is to those who come next; the few calls of one that has
   * no more are let in for as long as there is room at all.
   */
  const isFull = (own: number, told: number, share: number): boolean => {
    const left = limits.calls - calls.total()
    const leftNow = room() - calls.total()
    return own >= share * left || own + told >= Math.max(limits.places, share * (leftNow - told))
  }

  /** How long it takes from one call of an account to its next, when all that are here have many. */
  const turnMs = (account: string): number => {
    const names = new Set([account, ...calls.entries().map(([name]) => name), ...bookings.names()])
    const taken = mostOfWhatIsLeft * names.size
    const seats = (room() * taken) / (taken + 1)
    const callMs = heldMs.value + elsewhereMs.value
    return names.size * Math.max(heldMs.value / limits.places, callMs / seats)
  }

  const check = (account: string): void => {
    const own = calls.of(account)
    const wasTold = bookings.redeem(account)
    const kind = wasTold ? 'told' : 'untold'
    // Those who were told to come are expected: a further call leaves them their room.
    const told = wasTold || own === 0 ? 0 : bookings.within(account, usualWaitMs)
    const hasPlace = turns.load().running < limits.places
    const mostMs = own === 0 ? maxOnlyWaitMs[kind] : maxWaitMs[kind]
    const lateMs = expectedMs(account, hasPlace ? 0 : told) - mostMs
    const share = wasTold ? 2 * mostOfWhatIsLeft : mostOfWhatIsLeft
    if (lateMs <= 0 && !isFull(own, told, share)) return
    refused++
    const eachMs = turnMs(account)
    const soonestMs = Math.max(0, lateMs, own * eachMs - usualWaitMs)
    throw overloaded(bookings.book(account, isFull(own, 0, share) ? 0 : soonestMs, eachMs))
  }

  const line: AdmissionQueue = {
    async admit(account, work) {
      check(account)
      calls.add(account, 1)
      const begunMs = now()
      const taken: Taken = { waitedMs: 0, heldMs: 0, open: new Set() }
      const before = calling.getStore()?.taken ?? []
      const call = { account, taken: new Map([...before, [line, taken]]) }
      try {
        // Those who came at the same moment and are refused have their answer before the work begins.
        await othersFirst()
        return await calling.run(call, work)
      } finally {
        calls.add(account, -1)
        const tookMs = now() - begunMs
        void Promise.all(taken.open).then(() => {
          heldMs.learn(taken.heldMs)
          elsewhereMs.learn(Math.max(0, tookMs - taken.waitedMs - taken.heldMs))
        })
      }
    },
    async join(work) {
      const { account, taken } = calling.getStore() ?? {}
      return account !== undefined && taken?.has(line) === false
        ? line.admit(account, work)
        : work()
    },
    async hold(work, signal) {
      const { account: owner = nobody, taken: call } = calling.getStore() ?? {}
      const account = call ? owner : nobody
      if (!call && turns.waiting(nobody) >= maxWithoutCall) throw overloaded(patience ?? patienceMs)
      const usual = signal ? undefined : patienceMs
      const asking = { account, owner, signal, patience: call ? undefined : (patience ?? usual) }
      const taken = call?.get(line)
      let turn = turns.take(asking)
      for (;;) {
        const cameMs = now()
        await turn
        const held = { sinceMs: now() }
        const { promise: ended, resolve: end } = Promise.withResolvers<void>()
        holds.add(held)
        taken?.open.add(ended)
        try {
          const outcome = await work()
          if (outcome !== notBegun) return outcome
          turn = turns.takeAgain(asking)
        } finally {
          holds.delete(held)
          turns.giveBack(account)
          if (taken) {
            taken.waitedMs += held.sinceMs - cameMs
            taken.heldMs += now() - held.sinceMs
            taken.open.delete(ended)
          }
          end()
        }
      }
    },
    load: () => ({ ...turns.load(), calls: calls.total(), refused }),
  }
  return line
}

/** Whose turn it is when no call waits for the work. */
const nobody = ''
/** One account alone gets four fifths of the room, two get four ninths each, and so on. */
const mostOfWhatIsLeft = 4

const roomEveryMs = 250
const leastRoom = 0.25

/**
 * How many calls there may be, so that the main thread still answers in time whoever asks for little:
 * while it has no rest, fewer; while it has, more again.
 */
const createRoom = (most: number, { now, utilization: look }: Clock) => {
  let share = 1
  let lookedMs = now()
  return (): number => {
    const steps = Math.floor((now() - lookedMs) / roomEveryMs)
    if (steps === 0) return most * share
    const utilization = look()
    lookedMs = now()
    if (utilization > 0.9) share = Math.max(leastRoom, share * 0.85)
    else if (utilization < 0.75) share = Math.min(1, share + 0.05 * steps)
    return most * share
  }
}

/** Of about the last twenty. */
const createMean = (value: number) => ({
  value,
  learn(next: number): void {
    this.value += (next - this.value) / 10
  },
})
