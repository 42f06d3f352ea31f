import { isNothing, isSame, type Task } from '../support/task-verdicts.ts'

/** One value: where it stands in the truth (`posts[0].date`), in what was answered, and whether it is right. */
export type Verdict = {
  path: string
  pointer: string | undefined
  is: 'right' | 'wrong' | 'missing'
  value: unknown
  /** What the readers of the page say; none for what the page does not have. */
  truth: unknown
}

/** Every value of the truth, and every value that was answered and should not have been. */
export const scoreAnswer = (task: ModelTask, data: unknown): Verdict[] => {
  const verdicts: Verdict[] = []
  const state = { verdicts, others: task.alternatives ?? {} }
  for (const [name, truth] of Object.entries(task.truth))
    compare(state, { path: name, pointer: `/${name}` }, truth, Object(data)[name])
  for (const name of task.absent ?? [])
    surplus(state, { path: name, pointer: `/${name}` }, Object(data)[name])
  return verdicts
}

export type ModelTask = Task & {
  /** Other right answers, by path. */
  alternatives?: Record<string, unknown[]>
}

type State = { verdicts: Verdict[]; others: Record<string, unknown[]> }
type At = { path: string; pointer: string }

const compare = (state: State, at: At, truth: unknown, found: unknown): void => {
  if (isNothing(truth)) return
  if (Array.isArray(truth)) compareLists(state, at, truth, Array.isArray(found) ? found : [])
  else if (typeof truth === 'object')
    for (const [name, inner] of Object.entries(Object(truth)))
      compare(
        state,
        { path: `${at.path}.${name}`, pointer: `${at.pointer}/${name}` },
        inner,
        Object(found ?? {})[name],
      )
  else compareSingle(state, at, truth, found)
}

const compareSingle = (state: State, at: At, truth: unknown, found: unknown): void => {
  const isRight = [truth, ...(state.others[at.path] ?? [])].some(one => isSame(found, one))
  const is = isNothing(found) ? 'missing' : isRight ? 'right' : 'wrong'
  const pointer = is === 'missing' ? undefined : at.pointer
  state.verdicts.push({ path: at.path, pointer, is, value: found, truth })
}

/** Each entry of the truth is compared with the one that is most like it. */
const compareLists = (state: State, at: At, truth: unknown[], found: unknown[]): void => {
  const left = new Set(found.keys())
  truth.forEach((entry, index) => {
    const path = `${at.path}[${index}]`
    const tries = [...left].map(place => {
      const verdicts: Verdict[] = []
      compare(
        { ...state, verdicts },
        { path, pointer: `${at.pointer}/${place}` },
        entry,
        found[place],
      )
      return { place, verdicts, right: verdicts.filter(({ is }) => is === 'right').length }
    })
    const best = tries.reduce<(typeof tries)[number] | undefined>(
      (top, one) => (one.right > (top?.right ?? 0) ? one : top),
      undefined,
    )
    if (best) left.delete(best.place)
    if (best) state.verdicts.push(...best.verdicts)
    else compare(state, { path, pointer: at.pointer }, entry, undefined)
  })
  for (const place of left)
    surplus(state, { path: `${at.path}[]`, pointer: `${at.pointer}/${place}` }, found[place])
}

const surplus = (state: State, { path, pointer }: At, value: unknown): void => {
  if (isNothing(value)) return
  if (typeof value === 'object')
    for (const [name, inner] of Object.entries(Object(value)))
      surplus(state, { path: `${path}.${name}`, pointer: `${pointer}/${name}` }, inner)
  else state.verdicts.push({ path, pointer, is: 'wrong', value, truth: undefined })
}
