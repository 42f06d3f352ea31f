/** A robots.txt (RFC 9309): groups of rules for user agents, and where the site's sitemaps are. */
type RobotsFile = {
  groups: RobotsGroup[]
  /** As they are written. */
  sitemaps: string[]
  /** Addresses of RSL files: on which terms the site licenses its pages. */
  licenses: string[]
}

type RobotsGroup = {
  agents: string[]
  rules: { allow: boolean; pattern: string }[]
  crawlDelayMs: number | undefined
  /** What may be done with pages below a path: `Content-Usage: /a train-ai=n`. */
  usage: { pattern: string; line: string }[]
}

export type RobotsRules = {
  allows(path: string): boolean
  /** The lines on usage that hold for a path: those of the longest pattern, and all licences. */
  usageOf(path: string): string[]
  crawlDelayMs: number | undefined
  sitemaps: readonly string[]
}

/** Used when a site has no robots.txt. */
export const noRobots: RobotsFile = { groups: [], sitemaps: [], licenses: [] }

const maxSitemaps = 500
const maxLicenses = 10
const maxUsage = 500
const maxUrlLength = 2_000

export const parseRobots = (text: string): RobotsFile => {
  const groups: RobotsGroup[] = []
  const anywhere = new Map([
    ['sitemap', createList(maxSitemaps)],
    ['license', createList(maxLicenses)],
  ])
  let group: RobotsGroup | undefined
  let naming = false
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [field, value] = fieldOf(line)
    if (field === 'user-agent') {
      if (!group || !naming) {
        group = { agents: [], rules: [], crawlDelayMs: undefined, usage: [] }
        groups.push(group)
      }
      group.agents.push(value.toLowerCase())
      naming = true
    } else if (anywhere.has(field)) {
      // Stands anywhere and belongs to no group (§2.2.4): a list of agents goes on after it.
      anywhere.get(field)?.add(value)
    } else {
      const read = groupFields.get(field)
      if (read) naming = false
      if (read && group) read(group, value)
    }
  }
  const listed = (field: string) => anywhere.get(field)?.values ?? []
  return { groups, sitemaps: listed('sitemap'), licenses: listed('license') }
}

const createList = (max: number) => {
  const values: string[] = []
  return {
    values,
    add(value: string) {
      if (value !== '' && value.length <= maxUrlLength && values.length < max) values.push(value)
    },
  }
}

type ReadField = (group: RobotsGroup, value: string) => void

const readRule =
  (allow: boolean): ReadField =>
  ({ rules }, pattern) => {
    // An empty rule says nothing: "Disallow:" allows everything.
    if (pattern !== '') rules.push({ allow, pattern })
  }

/** For the pages below a path, where the line begins with one. */
const readUsage =
  (name: string): ReadField =>
  ({ usage }, value) => {
    const [first = ''] = value.split(/\s/, 1)
    const pattern = first.startsWith('/') ? first : '/'
    const said = first.startsWith('/') ? value.slice(first.length).trim() : value
    if (said !== '' && value.length <= maxUrlLength && usage.length < maxUsage)
      usage.push({ pattern, line: `${name}: ${said}` })
  }

const readDelay: ReadField = (group, value) => {
  const seconds = Number(value)
  if (seconds >= 0) group.crawlDelayMs = Math.min(30, seconds) * 1_000
}

/** A map: the name of a field is the site's to choose, and `__proto__` is one. */
const groupFields = new Map<string, ReadField>([
  ['allow', readRule(true)],
  ['disallow', readRule(false)],
  ['crawl-delay', readDelay],
  ['content-usage', readUsage('Content-Usage')],
  ['content-signal', readUsage('Content-Signal')],
])

/** Of a line that is none the name is empty, and means nothing. */
const fieldOf = (line: string): [name: string, value: string] => {
  const at = line.indexOf(':')
  if (at < 0) return ['', '']
  const [value = ''] = line.slice(at + 1).split('#', 1)
  return [line.slice(0, at).trim().toLowerCase(), value.trim()]
}

/** The groups that name us, together; otherwise those for everybody. */
export const rulesFor = (
  { groups, sitemaps, licenses }: RobotsFile,
  product: string,
): RobotsRules => {
  const naming = (name: string) =>
    groups.filter(group => group.agents.some(agent => productOf(agent) === name))
  const own = naming(product)
  const chosen = own.length > 0 ? own : naming('*')
  const rules = chosen
    .flatMap(group => group.rules)
    .map(rule => ({ ...rule, pattern: normalise(rule.pattern) }))
  const usage = chosen
    .flatMap(group => group.usage)
    .map(({ pattern, line }) => ({ pattern: normalise(pattern), line }))
  return {
    usageOf(path) {
      const wanted = normalise(path)
      const holding = usage.filter(({ pattern }) => matches(pattern, wanted))
      const longest = Math.max(...holding.map(({ pattern }) => pattern.length))
      const lines = holding
        .filter(({ pattern }) => pattern.length === longest)
        .map(({ line }) => line)
      return [...lines, ...licenses.map(url => `License: ${url}`)]
    },
    sitemaps,
    crawlDelayMs: chosen.find(group => group.crawlDelayMs !== undefined)?.crawlDelayMs,
    allows(path) {
      const wanted = normalise(path)
      if (wanted === '/robots.txt') return true
      // The longest rule wins, and of equals the one that allows (§2.2.2).
      let best: { allow: boolean; length: number } = { allow: true, length: -1 }
      for (const { allow, pattern } of rules) {
        const { length } = pattern
        if (length < best.length || (length === best.length && !allow)) continue
        if (matches(pattern, wanted)) best = { allow, length }
      }
      return best.allow
    },
  }
}

/** `Siteray/1.0 (+…)` names the product `siteray`. */
const productOf = (agent: string) => agent.split('/', 1)[0]?.trim()

/** The same octets written otherwise are the same path (§2.2.2). */
const normalise = (path: string): string =>
  path.replace(/%[0-9a-f]{2}|[^\x21-\x7e]+/gi, part => {
    if (!part.startsWith('%')) return encodeURIComponent(part.toWellFormed())
    const char = String.fromCharCode(Number.parseInt(part.slice(1), 16))
    return /[A-Za-z0-9._~-]/.test(char) ? char : part.toUpperCase()
  })

/** Whether a rule of a site's own file holds for a path. */
export const matchesPath = (pattern: string, path: string): boolean =>
  matches(normalise(pattern), normalise(path))

/** `*` is any text, a final `$` the end. Greedy from the left with one step back: linear in practice. */
const matches = (pattern: string, path: string): boolean => {
  const anchored = pattern.endsWith('$')
  const parts = (anchored ? pattern.slice(0, -1) : pattern).split('*')
  const first = parts[0] ?? ''
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of parts.entries()) {
    if (index === 0) continue
    if (anchored && index === parts.length - 1)
      return path.length - part.length >= at && path.endsWith(part)
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return !anchored || at === path.length
}
