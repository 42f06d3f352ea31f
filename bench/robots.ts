import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import robotsParser, { type Robot } from 'robots-parser'
import { parseRobots, rulesFor } from '../src/base/web/robots-file.ts'
import { atLeast, atMost, defineBench, figure, share } from './harness/bench.ts'

/**
 * The data are robots.txt files as they stand on the web ({name, text}). Each is asked the same
 * random questions here and of `robots-parser`: paths made of its own rules, for agents it names.
 */
export const bench = defineBench({
  name: 'robots',
  part: 'Scrape',
  title: 'Real robots.txt files, and verdicts beside a second parser (robots-parser 3.0.1)',
  minutes: 0.5,
  needs: { data: ['robots/files.jsonl.gz'] },
  rows: {
    faults: { what: 'files that could not be read', limit: atMost(0) },
    slowest: {
      what: 'processor time of the slowest file',
      unit: 'ms',
      limit: atMost(100),
    },
    same: { what: 'random questions with the same verdict', unit: '%', limit: atLeast(99.5) },
    unexplained: { what: 'differences of no known kind', limit: atMost(0) },
    sitemaps: { what: 'files with the same Sitemap lines', unit: '%', limit: atLeast(99.5) },
    delays: { what: 'groups with the same Crawl-delay', unit: '%', limit: atLeast(99.5) },
  },
  measure: async ({ data, sample, verbose, say }) => {
    const files = readFiles(data('robots/files.jsonl.gz')).filter((_, at) => at % sample === 0)
    const random = numbers(2_026)
    const kinds = new Map<string, number>()
    const total = { faults: 0, asked: 0, same: 0, maps: 0, groups: 0, delays: 0, slowestMs: 0 }
    for (const { name, text } of files) {
      const file = tryRead(text)
      if (!file) {
        total.faults++
        continue
      }
      total.slowestMs = Math.max(total.slowestMs, file.tookMs)
      const other = createParser(`https://${hostOf(name)}/robots.txt`, text)
      if (isEqual(file.sitemaps, other.getSitemaps())) total.maps++
      else if (verbose)
        say(`${name}: ${file.sitemaps.length} and ${other.getSitemaps().length} sitemaps`)
      for (const agent of agentsOf(text)) {
        const rules = rulesFor(file, agent)
        total.groups++
        if (isSameDelay(rules.crawlDelayMs, other.getCrawlDelay(agent))) total.delays++
        for (const path of questionsOf(text, random)) {
          total.asked++
          const ours = rules.allows(path)
          const theirs = other.isAllowed(`https://${hostOf(name)}${path}`, agent) ?? true
          if (ours === theirs) {
            total.same++
            continue
          }
          const kind = kindOf({ text, path, agent, ours, host: hostOf(name) })
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
          if (verbose) say(`${kind}: ${name} ${agent} ${path} ours ${ours} theirs ${theirs}`)
        }
      }
    }
    for (const [kind, count] of kinds) say(`${count} × ${kind}`)
    const why = [...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ')
    return {
      faults: figure(total.faults),
      slowest: figure(total.slowestMs),
      same: share(total.same, total.asked, why && `the others: ${why}`),
      unexplained: figure(kinds.get(unknown) ?? 0),
      sitemaps: share(total.maps, files.length),
      delays: share(total.delays, total.groups),
    }
  },
})

// Its types say that it is a module; it is a function.
const createParser = robotsParser as unknown as (url: string, text: string) => Robot

const unknown = 'unknown'

type RobotsText = { name: string; text: string }

const readFiles = (path: string): RobotsText[] =>
  gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))

const tryRead = (text: string) => {
  try {
    const before = process.cpuUsage()
    const file = parseRobots(text)
    rulesFor(file, 'siteray').allows('/a/b?c=d')
    return { ...file, tookMs: process.cpuUsage(before).user / 1_000 }
  } catch {
    return undefined
  }
}

const hostOf = (name: string) => (URL.canParse(`https://${name}/`) ? name : 'example.com')

const isEqual = (ours: readonly string[], theirs: readonly string[]) =>
  ours.join(' ') === theirs.join(' ')

/** Ours is in milliseconds and never over half a minute. */
const isSameDelay = (ours: number | undefined, theirs: number | undefined): boolean =>
  ours === (theirs === undefined || !(theirs >= 0) ? undefined : Math.min(30, theirs) * 1_000)

const fieldsOf = (text: string, field: RegExp): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .flatMap(line => field.exec(line)?.[1] ?? [])
    .map(value => (value.split('#', 1)[0] ?? '').trim())
    .filter(value => value !== '')

/** Ourselves, and a few that the file names. */
const agentsOf = (text: string): string[] => {
  const named = fieldsOf(text, /^\s*user-agent\s*:(.*)/i).map(
    agent => agent.toLowerCase().split('/', 1)[0]?.trim() ?? '',
  )
  return ['siteray', ...new Set(named.filter(agent => agent !== '*' && agent !== ''))].slice(0, 3)
}

/** Paths that a rule is about, or nearly. */
const questionsOf = (text: string, random: (below: number) => number): string[] => {
  const rules = fieldsOf(text, /^\s*(?:dis)?allow\s*:(.*)/i)
  const words = ['', 'a', 'x/y', 'index.html', '?q=1', '-1', '/', 'é']
  const word = () => words[random(words.length)] ?? ''
  const near = () => {
    const rule = rules[random(rules.length)] ?? '/'
    const path = rule.replace(/\$$/, '').replaceAll('*', word)
    const cut = random(4) === 0 ? path.slice(0, random(path.length + 1)) : path
    const whole = `/${cut.replace(/^\/+/, '')}${random(2) === 0 ? word() : ''}`
    // As every path is that is asked: parsed by the rules of URLs.
    const url = URL.parse(whole, 'https://example.com')
    return url && url.hostname === 'example.com' ? url.pathname + url.search : '/'
  }
  return ['/', ...Array.from({ length: 9 }, near)]
}

type Difference = { text: string; path: string; agent: string; ours: boolean; host: string }

/** Why the two differ: what has to be changed in the question for them to agree. */
const kindOf = ({ text, path, agent, ours, host }: Difference): string => {
  for (const [kind, change] of kinds) {
    const changed = change({ text, path })
    if (!changed) continue
    if (changed === 'always') return kind
    const theirs = createParser(`https://${host}/robots.txt`, changed.text)
    if ((theirs.isAllowed(`https://${host}${changed.path}`, agent) ?? true) === ours) return kind
  }
  return unknown
}

type Question = { text: string; path: string }
type Kind = [kind: string, change: (question: Question) => Question | 'always' | undefined]

/** Each with the sentence of RFC 9309 that makes it ours. */
const kinds: Kind[] = [
  // "The /robots.txt URI is implicitly allowed."
  [
    'on /robots.txt itself, which is always allowed',
    ({ path }) => (path === '/robots.txt' ? 'always' : undefined),
  ],
  // "Parsing of other records MUST NOT interfere with the parsing of explicitly defined records."
  [
    'by a line of another kind among agents, which ends no group',
    ({ text, path }) => ({ text: linesOf(text).filter(isRule).join('\n'), path }),
  ],
  // A group that names a robot is its group, also when it holds no rule.
  [
    'for an agent whose own group is empty, which allows all',
    ({ text, path }) => ({
      text: linesOf(text)
        .filter(isRule)
        .map((line, at, lines) =>
          isAgent(line) && !/\S/.test(lines.slice(at + 1).find(next => !isAgent(next)) ?? '')
            ? `${line}\nDisallow:`
            : line,
        )
        .join('\n'),
      path,
    }),
  ],
  // Both sides are compared as they are percent-encoded: `|` is `%7C` in a rule and in a path.
  [
    'on characters that the other parser escapes in rules only',
    ({ text, path }) => ({ text, path: encodeURI(decodeURI(path)) }),
  ],
]

const linesOf = (text: string) => text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
const isRule = (line: string) => /^\s*(?:user-agent|allow|disallow|crawl-delay)\s*:/i.test(line)
const isAgent = (line: string) => /^\s*user-agent\s*:/i.test(line)

/** The same numbers on every run. */
const numbers = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
