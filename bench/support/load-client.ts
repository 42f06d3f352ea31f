import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type Load = { perSecond: number; p50Ms: number; p99Ms: number; answers: number }

/**
 * A process of bench/icon-cached.ts: asks one address over many connections, `load-client.ts <url>
 * <seconds> <connections>`. Raw sockets: every answer has the length of the first, so nothing needs
 * to be parsed.
 */
const main = async ([target = '', seconds = '4', connections = '32']: string[]): Promise<Load> => {
  const { hostname, port, pathname, search } = new URL(target)
  const message = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nOrigin: https://shop.example.com\r\nAccept: image/*\r\n\r\n`
  const open = () => connect(Number(port), hostname).setNoDelay(true)
  await checkAnswer(target)
  const length = await answerLength(open, message)
  const times: number[] = []
  const startedMs = performance.now()
  const endMs = startedMs + Number(seconds) * 1_000
  const one = () => askUntil(open, { message, length, endMs, times })
  await Promise.all(Array.from({ length: Number(connections) }, one))
  const elapsedMs = performance.now() - startedMs
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return {
    answers: times.length,
    perSecond: (times.length * 1_000) / elapsedMs,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  }
}

type Open = () => ReturnType<typeof connect>
type Asking = { message: string; length: number; endMs: number; times: number[] }

const askUntil = async (open: Open, { message, length, endMs, times }: Asking): Promise<void> => {
  const socket = open()
  await once(socket, 'connect')
  let received = 0
  let sentMs = performance.now()
  socket.write(message)
  socket.on('data', chunk => {
    received += chunk.length
    if (received < length) return
    received -= length
    const nowMs = performance.now()
    times.push(nowMs - sentMs)
    if (nowMs >= endMs) {
      socket.destroy()
      return
    }
    sentMs = nowMs
    socket.write(message)
  })
  await once(socket, 'close')
}

const checkAnswer = async (target: string): Promise<void> => {
  const answer = await fetch(target, { headers: { origin: 'https://shop.example.com' } })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${answer.status} ${text}`)
}

const answerLength = async (open: Open, message: string): Promise<number> => {
  const socket = open()
  let length = 0
  socket.on('data', chunk => {
    length += chunk.length
  })
  socket.write(message)
  await wait(300)
  socket.destroy()
  return length
}

console.log(JSON.stringify(await main(process.argv.slice(2))))
