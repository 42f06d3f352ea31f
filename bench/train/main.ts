import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cardOf, commit, madeIn } from './card.ts'
import { fingerprintOf, renewNumbers } from './fingerprint.ts'
import { cardFile, isModelName, type ModelName, models, weightsFile } from './models.ts'
import { onThreads } from './threads.ts'

/**
 * Trains what ships, measures it on pages left out, and writes weights and card:
 *
 *     npm run train -- content ranker regions orders --data <folder>
 *
 * `--stay` leaves the weights as they are and renews their card, for inputs that have changed next
 * to nothing: two trainings that are equally good still differ in what they say of many a page.
 * `--dry` writes nothing; `--only 'fold 0'` runs only that task; `--keep <folder>` keeps the models
 * that were made to be measured. README.md beside this file says where the data comes from.
 */
const main = async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      keep: { type: 'string' },
      threads: { type: 'string' },
      only: { type: 'string', multiple: true },
      dry: { type: 'boolean', default: false },
      stay: { type: 'boolean', default: false },
    },
  })
  const { data, keep, dry, stay, only } = values
  const wanted = Object.keys(models).filter(name => positionals.includes(name))
  const unknown = positionals.filter(name => !isModelName(name))
  if (!data || wanted.length === 0 || unknown.length > 0) throw new Error(usage)
  if (keep) mkdirSync(keep, { recursive: true })
  const threads = Number(values.threads ?? availableParallelism())
  for (const name of wanted.filter(isModelName))
    await train({ name, folder: data, keep }, { threads, dry, stay, only })
}

const usage = `Usage: npm run train -- <${Object.keys(models).join(' | ')}> … --data <folder>`

type Options = { threads: number; dry: boolean; stay: boolean; only: string[] | undefined }

const train = async (
  order: { name: ModelName; folder: string; keep: string | undefined },
  { threads, dry, stay, only }: Options,
) => {
  const { name, folder } = order
  const startedMs = performance.now()
  const startedCpu = process.cpuUsage()
  const say = (line: string) => {
    const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
    console.log(`${name} ${minutes} min: ${line}`)
  }
  const trainer = await models[name].load()
  const tasks = trainer.tasks(folder).filter(task => !only || only.includes(task))
  say(`${tasks.length} tasks on ${threads} threads`)
  const { weights, scores } = trainer.finish(await onThreads(order, tasks, threads, say))
  const isWritten = !dry && weights !== undefined
  const madeAt = stay ? madeIn(readFileSync(cardFile(name), 'utf8')) : commit()
  if (order.keep) writeFileSync(join(order.keep, 'fingerprint'), fingerprintOf(name))
  if (isWritten && !stay) writeFileSync(weightsFile(name), `${JSON.stringify(weights)}\n`)
  if (isWritten) renewNumbers(name)
  if (trainer.check) scores.push(...((await onThreads(order, ['check'], 1, say))[0] as string[]))
  if (isWritten) writeFileSync(cardFile(name), cardOf(name, trainer.card, scores, madeAt))
  const { user, system } = process.cpuUsage(startedCpu)
  say(`done, ${Math.round((user + system) / 1e6)} s of processor time\n${scores.join('\n')}`)
}

await main()
