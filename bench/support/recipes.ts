import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { bucketOf, domainOf } from './wcxb.ts'

/** A page of the fixtures of recipe-scrapers with what its recipe says. */
export type Recipe = {
  domain: string
  url: string
  html: string
  truth: { ingredients?: string[]; instructions_list?: string[] }
}

export const readRecipes = (folder: string): Recipe[] =>
  readFileSync(join(folder, 'truth.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Pick<Recipe, 'domain' | 'truth'>)
    .flatMap(({ domain, truth }) => {
      const file = join(folder, 'html', `${domain}.html.gz`)
      if (!existsSync(file)) return []
      const html = gunzipSync(readFileSync(file)).toString('utf8')
      return [{ domain, url: `https://${domain}/recipe`, html, truth }]
    })

/** A third of the sites, from which no model of content has learned. */
export const isRecipeAside = (domain: string): boolean =>
  bucketOf(domainOf(`https://${domain}/`), 3) === 0
