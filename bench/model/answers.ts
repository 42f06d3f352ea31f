import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelReply, ModelRequest } from '../../test/support/model-server.ts'

/** What a reader answered to each prompt of a task, with the number of the first line in it. */
export type Answers = { id: string; parts: { first: number; answer: unknown }[] }

/** From the files that `record` leaves and readers fill in. */
export const collectAnswers = (folder: string, ids: readonly string[]): Answers[] =>
  ids.map(id => {
    const parts: Answers['parts'] = []
    for (let part = 1; ; part++) {
      const name = join(folder, part === 1 ? id : `${id}-${part}`)
      if (!existsSync(`${name}.answer.json`)) return { id, parts }
      const first = firstLine(
        readFileSync(`${name}.prompt.txt`, 'utf8').split('The page:')[1] ?? '',
      )
      parts.push({ first, answer: JSON.parse(readFileSync(`${name}.answer.json`, 'utf8')) })
    }
  })

/** The reader of the part that begins nearest to what the model is asked about answers for it. */
export const replyWith =
  ({ parts }: Answers) =>
  ({ user }: Pick<ModelRequest, 'user'>): ModelReply => {
    const distance = ({ first }: Answers['parts'][number]) => Math.abs(first - firstLine(user))
    const [part] = parts.toSorted((a, b) => distance(a) - distance(b))
    return { content: part?.answer ?? {} }
  }

export const firstLine = (prompt: string): number => Number(/\[(\d+)\] /.exec(prompt)?.[1] ?? 0)
