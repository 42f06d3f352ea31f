import { parentPort, workerData } from 'node:worker_threads'
import { models } from './models.ts'
import type { Order, Said } from './threads.ts'

/** A thread of a training: prepares the data, then runs one task after the other. */
const { name, folder, keep }: Order = workerData
const trainer = await models[name].load()
const data = trainer.prepare(folder)
const say = (said: Said) => parentPort?.postMessage(said)

parentPort?.on('message', (task: string) =>
  say({ outcome: task === 'check' ? trainer.check?.(data) : trainer.run(data, task, keep) }),
)
say({ ready: process.memoryUsage.rss() })
