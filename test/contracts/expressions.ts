import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/**
 * The regular expressions of `src`, and whether each takes time in proportion to the text it is
 * given. recheck says so; since it thinks for seconds about some, what it said is kept in
 * `expressions.json` (`npm run expressions` renews that file).
 */
export type Expression = { file: string; line: number; source: string; flags: string }
/** `new RegExp(…)`: the text of the call. */
export type Built = { file: string; line: number; call: string }
export type Verdicts = { recheck: string; linear: string[] }

export const verdictsFile = 'test/contracts/expressions.json'

export const nameOf = ({ source, flags }: Pick<Expression, 'source' | 'flags'>): string =>
  `/${source}/${flags}`

export const readExpressions = (): { written: Expression[]; built: Built[] } => {
  const written: Expression[] = []
  const built: Built[] = []
  for (const file of globSync('src/**/*.ts').sort()) {
    const text = readFileSync(file, 'utf8')
    const lineOf = (node: Node) => text.slice(0, node.start).split('\n').length
    for (const node of nodesOf(parseSync(file, text).program)) {
      if (node.regex)
        written.push({
          ...{ file, line: lineOf(node) },
          source: node.regex.pattern,
          flags: node.regex.flags,
        })
      else if (/^(?:New|Call)Expression$/.test(node.type) && node.callee?.name === 'RegExp')
        built.push({ file, line: lineOf(node), call: squeeze(text.slice(node.start, node.end)) })
    }
  }
  return { written, built }
}

type Node = {
  type: string
  start: number
  end: number
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
}

const nodesOf = (value: unknown): Node[] => {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap(nodesOf)
  return 'type' in value && 'start' in value ? [value as Node, ...below] : below
}

const root = new URL('../../', import.meta.url).href

const squeeze = (call: string) => call.replace(/\s+/g, ' ')

/**
 * What is built when the modules are loaded, as it is then: the constructor listens while the files
 * are imported. What a function builds later is not heard.
 */
export const listenToBuilt = async (files: readonly string[]): Promise<Expression[]> => {
  const heard: Expression[] = []
  const own = globalThis.RegExp
  globalThis.RegExp = new Proxy(own, {
    construct(target, given: [RegExp | string, string?]) {
      const made = new target(...given)
      // The line that calls; a library has a `src` of its own.
      const [, , caller = ''] = new Error().stack?.split('\n') ?? []
      const [, file = '', line = ''] = /^(src\/[^:]*):(\d+)/.exec(caller.split(root)[1] ?? '') ?? []
      if (file) heard.push({ file, line: Number(line), source: made.source, flags: made.flags })
      return made
    },
  })
  try {
    for (const file of files) await import(`${root}${file}`)
  } finally {
    globalThis.RegExp = own
  }
  return heard
}

/** Undefined: linear. Else what recheck has against it. */
export const objectionTo = async (
  { source, flags }: Pick<Expression, 'source' | 'flags'>,
  timeoutMs: number,
): Promise<string | undefined> => {
  // The one that is the same everywhere; the others are programs for some machines.
  process.env.RECHECK_BACKEND = 'pure'
  const { checkSync } = await import('recheck')
  const said = checkSync(source, flags, { timeout: timeoutMs })
  if (said.status === 'safe') return undefined
  if (said.status === 'unknown') return `recheck cannot tell (${said.error.kind})`
  return `${said.complexity.summary}, such as ${said.attack.pattern}`
}
