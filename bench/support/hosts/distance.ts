import { openDistance } from '../../../test/support/distance.ts'

/** What is between the edges and the rest, as a process: `distance.ts <ms each way> <far> <near…>`. */
const [eachWayMs = '', far = '', ...nears] = process.argv.slice(2)
const side = (text: string) => {
  const [host = '', port = ''] = text.split(':')
  return { host, port: Number(port) }
}
for (const near of nears) await openDistance(side(far), Number(eachWayMs), side(near))
console.log(JSON.stringify({ ready: true }))
