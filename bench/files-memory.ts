import { readdirSync, readFileSync } from 'node:fs'
import { pictureOf, scanOf } from '../test/support/scans.ts'
import { paragraph, tinyDocx, tinyPptx, tinyXlsx } from '../test/support/tiny-office.ts'
import { tinyPdf } from '../test/support/tiny-pdf.ts'
import { atMost, defineBench, figure } from './harness/bench.ts'
import { inParallel, residentMb, type Server, startServer } from './support/server.ts'

export const bench = defineBench({
  name: 'files-memory',
  part: 'Scrape',
  title: 'Resident memory of the server after 500 files, by that after 50',
  minutes: 3,
  needs: { linux: true },
  rows: {
    ratio: {
      what: 'ratio',
      limit: atMost(1.2),
      note: 'Word, Excel, PowerPoint, PDF, each of its own; every twentieth a picture or a scan. The processes that read them are not in it: they are replaced and end by themselves.',
    },
    early: { what: 'after 50', unit: 'MB' },
    late: { what: 'after 500', unit: 'MB' },
    before: { what: 'processes for files before the first one', limit: atMost(0) },
    after: { what: 'and after them', limit: atMost(2) },
  },
  measure: async ({ sample }) => {
    const server = await startServer({})
    const send = await sender(server)
    try {
      const before = fileProcesses(server)
      await send(50 / sample)
      const early = await highest(server, send)
      await send(450 / sample)
      const late = await highest(server, send)
      return {
        ...{ ratio: figure(late / early), early: figure(early), late: figure(late) },
        ...{ before: figure(before), after: figure(fileProcesses(server)) },
      }
    } finally {
      await server.stop()
    }
  },
})

type Send = (count: number) => Promise<void>

const sender = async ({ port, secretKey }: Server): Promise<Send> => {
  const picture = await pictureOf(['Sales of lamps', 'Invoice 2024-00731 was sent.'])
  const scan = await scanOf([picture])
  const png = await picture.png().toBuffer()
  const rows = (number: number) =>
    Array.from({ length: 200 }, (_, row) => [`Row ${row} of ${number}`, row * number, 'lamps'])
  const makers = [
    (number: number) => tinyDocx(paragraph(`Letter ${number}. `.repeat(2_000))),
    (number: number) => tinyXlsx({ Figures: rows(number) }),
    (number: number) => tinyPptx([{ title: `Slide ${number}`, texts: ['Lamps', 'Light'] }]),
    (number: number) =>
      tinyPdf(
        Array.from({ length: 10 }, (_, page) => ({
          runs: Array.from({ length: 40 }, (_, line) => ({
            ...{ x: 60, y: 760 - line * 18, size: 11 },
            text: `Page ${page} of file ${number}, line ${line}: lamps were sold.`,
          })),
        })),
      ),
  ]
  let next = 0
  return count =>
    inParallel(
      Array.from({ length: count }, () => next++),
      4,
      async number => {
        const make = makers[number % makers.length] as (number: number) => Buffer
        const isPicture = number % 20 === 19
        const body = isPicture ? (number % 40 === 19 ? png : scan) : make(number)
        const answer = await fetch(`http://127.0.0.1:${port}/v1/parse`, {
          method: 'POST',
          headers: {
            ...{ authorization: `Bearer ${secretKey}` },
            'content-type': 'application/octet-stream',
          },
          body: new Uint8Array(body),
        })
        if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
        await answer.arrayBuffer()
      },
    )
}

/** The highest of a few looks: one right after a collection would flatter. */
const highest = async ({ pid }: Server, send: Send): Promise<number> => {
  let most = 0
  for (let at = 0; at < 10; at++) {
    await send(2)
    most = Math.max(most, residentMb(pid))
  }
  return most
}

const fileProcesses = ({ pid }: Server): number =>
  readdirSync('/proc').filter(id => {
    try {
      const [, parent] =
        /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${id}/stat`, 'latin1')) ?? []
      const command = readFileSync(`/proc/${id}/cmdline`, 'latin1')
      return Number(parent) === pid && /(?:file|ocr)-process/.test(command)
    } catch {
      return false
    }
  }).length
