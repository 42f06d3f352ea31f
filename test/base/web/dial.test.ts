import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { dial } from '../../../src/base/web/dial.ts'
import { atEnd } from '../../support/at-end.ts'

/** Listens with room for two, and takes nobody in until it is woken. */
const listening = `
  const { parentPort, workerData } = require('node:worker_threads')
  const server = require('node:net').createServer(socket => socket.on('error', () => {}))
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(new Int32Array(workerData), 0, 0)
  })`

it('a host of several addresses has time to answer at the first one', async () => {
  const wake = new SharedArrayBuffer(4)
  const worker = new Worker(listening, { eval: true, workerData: wake })
  atEnd(() => worker.terminate())
  const [port] = await once(worker, 'message')
  for (let filled = 0; filled < 2; filled++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    atEnd(() => socket.destroy())
    await once(socket, 'connect')
  }
  // Its first packet is lost, as on a bad line, and the other address leads nowhere.
  const dialled = dial({ addresses: ['127.0.0.1', '::1'], port }, 'two.example')
  dialled.catch(() => {})
  await pause(400)
  Atomics.store(new Int32Array(wake), 0, 1)
  Atomics.notify(new Int32Array(wake), 0)
  const socket = await dialled
  assert.equal(socket.remoteAddress, '127.0.0.1')
  socket.destroy()
})
