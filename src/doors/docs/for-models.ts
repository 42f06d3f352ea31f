import type { Doc, DocSection } from './read-docs.ts'

const about =
  'One self-hosted service: pages, batches, whole sites, structured data and branding by an API, and company icons by domain.'

/** `/llms.txt`: what there is to read, for a program that decides what to read. */
export const llmsTxt = (sections: readonly DocSection[], publicUrl: string): string => {
  const lists = sections.map(
    ({ title, books }) =>
      `## ${title === 'Decisions' ? 'Optional' : title}\n\n${books
        .map(
          book => `- [${book.title}](${publicUrl}/docs/${markdownName(book)}): ${summaryOf(book)}`,
        )
        .join('\n')}`,
  )
  const machines = [
    `- [Extraction API](${publicUrl}/openapi.json): OpenAPI 3.1`,
    `- [Image API](${publicUrl}/openapi-images.json): OpenAPI 3.1`,
    `- [MCP](${publicUrl}/mcp): the same operations as tools`,
  ]
  return `# Siteray\n\n> ${about}\n\n## For programs\n\n${machines.join('\n')}\n\n${lists.join('\n\n')}\n`
}

/** Everything that helps to use it, in one file. */
export const llmsFullTxt = (sections: readonly DocSection[]): string =>
  sections
    .filter(({ title }) => title !== 'Decisions' && title !== 'About Siteray')
    .flatMap(({ books }) => books)
    .filter(({ name }) => name !== 'results')
    .map(({ markdown }) => markdown.trim())
    .join('\n\n---\n\n')
    .concat('\n')

export const markdownName = ({ name }: Doc): string => `${name || 'quick-start'}.md`

/** The first sentence of the first paragraph of prose, without its marks. */
const summaryOf = ({ markdown }: Doc): string => {
  const lines = markdown.split('\n')
  const first = lines.find(line => /^[\p{L}*`[]/u.test(line)) ?? ''
  const text = first.replace(/\[([^\][]*)\]\([^()]*\)/g, '$1').replace(/[*`]/g, '')
  return text.split(/(?<=[.:])\s/u, 1)[0] ?? text
}
