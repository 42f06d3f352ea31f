import { batch } from './batch.ts'
import { brand } from './brand.ts'
import type { Command } from './context.ts'
import { crawl } from './crawl.ts'
import { extract } from './extract.ts'
import { icon } from './icon.ts'
import { jobs } from './jobs.ts'
import { login, logout } from './login.ts'
import { map } from './map.ts'
import { mcp } from './mcp.ts'
import { parse } from './parse.ts'
import { scrape } from './scrape.ts'

export const commands: Readonly<Record<string, Command>> = {
  ...{ scrape, parse, batch, crawl, map, extract, brand, icon, jobs, mcp, login, logout },
}
