import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ModelRequest } from '../../test/support/model-server.ts'
import { readTasks } from '../support/task-verdicts.ts'
import { firstLine } from './answers.ts'
import { openSession } from './session.ts'

/**
 * Writes what a model is sent for each task, for readers who answer in its place: ID.prompt.txt,
 * and ID-2.prompt.txt and so on where a page is asked about in parts. Their answers, as JSON in the
 * form that the prompt ends with, belong into ID.answer.json, ID-2.answer.json.
 */
export const record = async ({ data, tasks, out }: Record<'data' | 'tasks' | 'out', string>) => {
  mkdirSync(out, { recursive: true })
  const session = await openSession(data)
  try {
    for (const task of readTasks(pathToFileURL(tasks))) {
      const { status, json, requests } = await session.extract(task, () => ({ content: {} }))
      const prompts = requests
        .toSorted((a, b) => firstLine(a.user) - firstLine(b.user))
        .map(promptText)
      prompts.forEach((prompt, at) => {
        const name = at === 0 ? task.id : `${task.id}-${at + 1}`
        writeFileSync(join(out, `${name}.prompt.txt`), prompt)
      })
      const failure =
        prompts.length === 0 ? `: ${status} ${JSON.stringify(json).slice(0, 200)}` : ''
      console.log(`${task.id}: ${prompts.length} prompts${failure}`)
    }
  } finally {
    await session.close()
  }
}

const promptText = ({ system, user, schema }: ModelRequest): string =>
  `${system}\n\n${user}\n\nAnswer with JSON that follows this schema:\n${JSON.stringify(schema, null, 1)}\n`
