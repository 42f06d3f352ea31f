import { parsePage } from '../src/page/html/parse-page.ts'
import { readByReader } from '../src/products/extract/taught/read.ts'
import { atLeast, atMost, defineBench, figure, share } from './harness/bench.ts'
import { recordRows } from './support/extract-data.ts'
import { listF1 } from './support/taught-lists.ts'
import {
  isOfTemplate,
  isShownByAll,
  labelsOf,
  newSums,
  type Site,
  type Sums,
  schemaOf,
  score,
  scoreRemoved,
  sitesOf,
  teachSite,
} from './support/taught-swde.ts'
import { type TemplateChange, templateChanges } from './support/template-changes.ts'

const changed = 'Simulated, the same on all pages of a site; nothing is learned anew.'

export const bench = defineBench({
  name: 'taught',
  part: 'Extract',
  title:
    'Readers: 25 sites of SWDE that no rule was tuned on, taught by pages and read on others; lists from two rows',
  minutes: 6,
  needs: { data: ['swde/labels.jsonl', 'records/truth.jsonl'] },
  rows: {
    one: { what: 'one example: macro F1', limit: atLeast(0.96) },
    three: { what: 'three examples: macro F1', limit: atLeast(0.985) },
    five: { what: 'five examples: macro F1', limit: atLeast(0.99) },
    silent: {
      what: 'three examples: answers that are wrong without a flag',
      unit: '%',
      limit: atMost(0.5),
    },
    flagged: { what: 'three examples: right answers with a flag', unit: '%', limit: atMost(5) },
    misled: { what: 'one of three examples wrong: macro F1', limit: atLeast(0.975) },
    named: { what: 'the wrong example is named', unit: '%', limit: atLeast(95) },
    wrap: { what: 'boxes added and taken away: macro F1', limit: atLeast(0.94), note: changed },
    promo: { what: 'advertisements added: macro F1', limit: atLeast(0.94) },
    rename: { what: 'all classes and ids renamed: macro F1', limit: atLeast(0.94) },
    reorder: { what: 'blocks and rows reordered: macro F1', limit: atLeast(0.94) },
    reword: { what: 'two of three labels reworded: macro F1', limit: atLeast(0.94) },
    changedSilent: {
      what: 'the worst of these changes: answers that are wrong without a flag',
      unit: '%',
      limit: atMost(1),
    },
    removed: { what: 'the value taken out of the page: something else is given', unit: '%' },
    removedSilent: { what: 'the same, without a flag', unit: '%', limit: atMost(2) },
    strangers: {
      what: 'pages of other sites that are taken for the template',
      unit: '%',
      limit: atMost(0),
    },
    lists: {
      what: 'lists from two rows: macro F1 of records',
      limit: atLeast(0.93),
      note: 'A record is all that its element says. Rules were tuned on every second of the pages. All are among those that the extractor’s own finder of records was trained on.',
    },
    read: {
      what: 'processor time of a page, parsing and all fields',
      unit: 'ms',
      limit: atMost(40),
    },
    learn: {
      what: 'processor time of learning ten fields from three pages',
      unit: 'ms',
      limit: atMost(1_000),
      note: 'With parsing the three and three more without labels; scaled from the fields that a site has.',
    },
  },
  measure: async context => {
    const folder = context.data('')
    const sites = sitesOf(folder, 'others').filter((_, at) => at % context.sample === 0)
    const sums: Record<string, Sums> = {}
    const sumsOf = (name: string) => {
      sums[name] ??= newSums()
      return sums[name]
    }
    const counts = { wrongs: 0, named: 0, removed: 0, given: 0, silent: 0, strange: 0, taken: 0 }
    const clock = { readMs: 0, pages: 0, learnMs: 0, fields: 0 }
    for (const [at, site] of sites.entries()) {
      for (const [name, count] of Object.entries({ one: 1, five: 5 }))
        score(site, teachSite(site, count), sumsOf(name))
      const three = timed(() => teachSite(site, 3))
      clock.learnMs += three.ms
      clock.fields += Object.keys(three.value.reader.fields).length
      score(site, three.value, sumsOf('three'))
      misled(site, counts, sumsOf('misled'))
      const labels = labelsOf(site)
      for (const change of templateChanges)
        score(site, three.value, sumsOf(change), [change] satisfies TemplateChange[], labels)
      const removed = scoreRemoved(site, three.value)
      counts.removed += removed.asked
      counts.given += removed.given
      counts.silent += removed.silent
      const stranger = sites[(at + 1) % sites.length]?.sources[0] ?? ''
      counts.strange++
      counts.taken += Number(isOfTemplate(site, three.value, stranger))
      const source = site.sources[6] ?? ''
      const page = timed(() =>
        readByReader(
          { document: parsePage(source), url: 'http://x.example/' },
          ...([schemaOf(site), three.value.reader] as const),
        ),
      )
      clock.readMs += page.ms
      clock.pages++
    }
    const lists = recordRows(folder)
      .filter((_, at) => at % context.sample === 0)
      .flatMap(row => listF1(folder, row) ?? [])
    const f1 = (name: string) => figure(mean(sumsOf(name).f1))
    const silentOf = ({ silent, given }: Sums) => silent / Math.max(1, given)
    const worst = templateChanges.map(sumsOf).reduce((a, b) => (silentOf(b) > silentOf(a) ? b : a))
    const { silent, given, flagged, right } = sumsOf('three')
    return {
      ...{ one: f1('one'), three: f1('three'), five: f1('five'), misled: f1('misled') },
      silent: share(silent, given),
      flagged: share(flagged, right),
      named: share(counts.named, counts.wrongs),
      ...{ wrap: f1('wrap'), promo: f1('promo'), rename: f1('rename') },
      ...{ reorder: f1('reorder'), reword: f1('reword') },
      changedSilent: share(worst.silent, worst.given),
      removed: share(counts.given, counts.removed),
      removedSilent: share(counts.silent, counts.removed),
      strangers: share(counts.taken, counts.strange),
      lists: figure(mean(lists)),
      read: figure(clock.readMs / clock.pages),
      learn: figure((10 * clock.learnMs) / clock.fields),
    }
  },
})

/** Each field that three examples show is taught once with the second of them wrong. */
const misled = (site: Site, counts: { wrongs: number; named: number }, sums: Sums): void => {
  for (const field of site.fields.filter(name => isShownByAll(site, name, 3)).slice(0, 1)) {
    const lesson = teachSite(site, 3, { field, example: 1 })
    counts.wrongs++
    counts.named += Number(
      lesson.doubted.some(one => one.field === `/${field}` && one.example === 1),
    )
    score(site, lesson, sums)
  }
}

const timed = <T>(work: () => T): { value: T; ms: number } => {
  const before = process.cpuUsage()
  const value = work()
  const { user, system } = process.cpuUsage(before)
  return { value, ms: (user + system) / 1_000 }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length)
