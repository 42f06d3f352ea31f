/**
 * How a model is trained: its tasks run side by side on threads, each of which prepares the data
 * for itself. The task "all" gives the weights that ship; the others leave something out and
 * measure on it.
 */
export type Trainer<Data, Outcome> = {
  tasks: (folder: string) => string[]
  prepare: (folder: string) => Data
  /** `keep` is a folder for models that were made only to be measured. */
  run: (data: Data, task: string, keep: string | undefined) => Outcome
  /** The weights, and what was measured, as lines of a list. */
  finish: (outcomes: Outcome[]) => { weights: unknown; scores: string[] }
  /** What is measured with the weights in place, in a thread that was started after. */
  check?: (data: Data) => string[]
  card: CardText
}

export type CardText = {
  title: string
  data: string
  split: string
  seeds: string
  failures: string[]
}
