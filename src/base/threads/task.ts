/**
 * A task (a name and its input) goes to a thread and gives an outcome. Here is what both sides
 * know of it; `threads.ts` hands tasks out, `thread.ts` performs them.
 */
export type Task<Input, Outcome> = {
  limits: Limits
  /** Called in the thread, so that a thread loads only what it is asked for. */
  load: Load<Input, Outcome>
}
type Load<Input, Outcome> = () => Promise<(input: Input) => Outcome | Promise<Outcome>>

/** What the tasks of one room may cost. They share one line. */
export type Limits = {
  /**
   * How many threads they may hold at a time. There are as many threads as all rooms together may
   * hold, so that no room ever waits for the tasks of another.
   */
  threads: number
  /**
   * A thread is sent its next task while it is busy, and then goes on at once: falling asleep and being
   * woken for each took 3 % of the time of a small page. Behind a task that takes long, none waits.
   */
  isSentAhead?: boolean
  /**
   * Of a processor: a task that takes more is killed with its thread. Loading its code is not
   * counted, nor is waiting for a processor: a busy machine is not a bad page.
   */
  cpuMs: number
  /** From its beginning to its end, far above `cpuMs`: then the machine is too busy, or it hangs. */
  wallMs: number
  /** Of a thread, whatever runs in it: the largest of all rooms counts. */
  memoryMb: number
  /** Of the products whose tasks these are: let in at a time, see `line.ts`. */
  calls: number
  /** What the caller is told when a task was killed. */
  onKilled: (why: 'time' | 'memory') => Error
}

export type Tasks = Record<string, Task<never, unknown>>

/** The table of a room's tasks: for each name how its function is loaded. */
export const defineTasks = <Loads extends Record<string, Load<never, unknown>>>(
  limits: Limits,
  loads: Loads,
): { [Name in keyof Loads]: { limits: Limits; load: Loads[Name] } } => {
  const named = Object.entries(loads).map(([name, load]) => [name, { limits, load }])
  return Object.fromEntries(named)
}

/** `run(name, input, signal)` for every task of a table; whoever runs few asks for few. */
export type Run<Table> = AllOf<
  {
    [Name in keyof Table]: (
      name: Name,
      input: InputOf<Table[Name]>,
      signal?: AbortSignal,
    ) => Promise<OutcomeOf<Table[Name]>>
  }[keyof Table]
>
export type InputOf<T> = T extends { load: Load<infer Input, unknown> } ? Input : never
export type OutcomeOf<T> = T extends { load: () => Promise<(input: never) => infer Outcome> }
  ? Awaited<Outcome>
  : never
/** A function that is each of these functions. */
type AllOf<Each> = (Each extends unknown ? (each: Each) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
