import { brandingTool } from './branding.ts'
import { crawlTool } from './crawl.ts'
import { extractTool } from './extract.ts'
import { type IconDeps, iconTool } from './icon.ts'
import { jobTool } from './job.ts'
import { mapTool } from './map.ts'
import { form, outline } from './outline.ts'
import { scrapeTool } from './scrape.ts'
import { searchTool } from './search.ts'
import type { Tool } from './tool.ts'

export type ToolDeps = IconDeps & {
  /** Whether this server has a search engine to ask. */
  searches: boolean
}

export const openTools = (deps: ToolDeps): Tool[] => [
  scrapeTool,
  extractTool,
  mapTool,
  crawlTool,
  jobTool,
  brandingTool,
  iconTool(deps),
  ...(deps.searches ? [searchTool] : []),
]

/** As clients are told of it. */
export const describeTool = ({ name, title, description, input, output, ...tool }: Tool) => ({
  name,
  title,
  description,
  inputSchema: form(input as object as Record<string, unknown>) as ObjectSchema,
  outputSchema: outline(
    output as object as Record<string, unknown>,
    tool.outlined ?? 1,
  ) as ObjectSchema,
  // What is not said here is as the protocol has it: it reaches the open web.
  annotations: tool.readsOnly ? { readOnlyHint: true } : { destructiveHint: false },
})

type ObjectSchema = { type: 'object'; [keyword: string]: unknown }
