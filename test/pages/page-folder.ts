import { existsSync, globSync, readFileSync } from 'node:fs'
import type { Fault } from './known/fault.ts'
import { known } from './known.ts'
import { type Asked, readPage } from './read-page.ts'

/** Every page is a folder: `page.html`, `asked.json`, and `expected.md`, which people reviewed. */
export const pageNames = (): string[] =>
  globSync('*/page.html', { cwd: import.meta.dirname })
    .map(file => file.split(/[\\/]/)[0] as string)
    .sort()

export const expectedFile = (name: string): string => `${import.meta.dirname}/${name}/expected.md`

/** What is expected, and what the code gives, as the same kind of text. */
export const openPage = (name: string): { expected: string; given: string } => {
  const file = (name: string, end: string) => `${import.meta.dirname}/${name}/${end}`
  const asked = JSON.parse(readFileSync(file(name, 'asked.json'), 'utf8')) as Asked
  const expected = existsSync(expectedFile(name)) ? readFileSync(expectedFile(name), 'utf8') : ''
  return { expected, given: write(asked, readPage(readFileSync(file(name, 'page.html')), asked)) }
}

/** Front matter, the Markdown, then links and data where they were asked for. */
const write = (asked: Asked, { outcome, data }: ReturnType<typeof readPage>): string => {
  if (outcome.is !== 'answer') return frontMatter(outcome)
  const { markdown, metadata, links = [], warning } = outcome.answer
  const sections = [
    `${frontMatter({ ...metadata, ...leftOut, warning })}\n${markdown}\n`,
    ...(asked.links ? [`<!-- links -->\n\n${links.join('\n')}\n`] : []),
    ...(asked.schema
      ? [`<!-- data -->\n\n\`\`\`json\n${JSON.stringify(data, null, 2)}\n\`\`\`\n`]
      : []),
  ]
  return sections.join('\n')
}

/** The same for every page, or the page's own words once more. */
const leftOut = {
  contentType: undefined,
  statusCode: undefined,
  sourceUrl: undefined,
  rendered: undefined,
  openGraph: undefined,
  twitter: undefined,
}

const frontMatter = (fields: Record<string, unknown>): string => {
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return ['---', ...lines, '---', ''].join('\n')
}

export const faultsOf = (name: string): Fault[] => known.filter(({ page }) => page === name)

/** What was given with a known fault mended; undefined when the fault is not there any more. */
export const mend = (
  given: string,
  { expected, fault }: { expected: string; fault: Fault },
): string | undefined => {
  const right = only(expected, fault.right)
  if (right === undefined)
    throw new Error(`${fault.page}: what is right is not expected, or not once: ${fault.why}`)
  const now = only(given, fault.now)
  return now === undefined ? undefined : given.replace(now, () => right)
}

/** The one passage that a fault quotes; `…` on a line of its own stands for the lines between. */
const only = (text: string, quote: string): string | undefined => {
  const parts = quote.split(/(?<=\n)…(?=\n)/).map(literally)
  const found = [...text.matchAll(new RegExp(parts.join('[^]*?'), 'g'))]
  return found.length === 1 ? found[0]?.[0] : undefined
}

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
