import { documentBase } from '../src/page/html/addresses.ts'
import { parseHtml } from '../src/page/html/html.ts'
import { readMetadata } from '../src/page/metadata/metadata.ts'
import { atLeast, type Context, defineBench, share } from './harness/bench.ts'
import { recipeHtml, recipeRows, recipeUrl } from './support/extract-data.ts'
import { bucketOf, domainOf, readHtml, readTruth, wordsOf } from './support/wcxb.ts'
import { isLastSite } from './train/ranker-questions.ts'

const aside =
  'On the twelfth of the domains whose errors were never read; the rules were written after reading those of the others.'

export const bench = defineBench({
  name: 'metadata',
  part: 'Scrape',
  title:
    'What the metadata of a scrape says, beside the truths of WCXB (title, author, day) and of the recipes (title, author, language, description, picture, site), in many languages',
  minutes: 3,
  needs: { data: ['wcxb/truth.jsonl.gz', 'recipes/truth.jsonl'] },
  rows: {
    title: {
      what: 'WCXB, title: the headline is in it',
      limit: atLeast(95),
      note: 'Whole and in its order; `title` is that of the tab, which most sites end with their name.',
    },
    author: {
      what: 'WCXB, author: right where the truth names one',
      limit: atLeast(95),
      note: 'All words of one are words of the other: truths add degrees and papers.',
    },
    authorAside: { what: 'WCXB, author, on sites set aside', note: aside },
    authorWrong: { what: 'WCXB, author: somebody else is named' },
    published: {
      what: 'WCXB, day of publication: right where the truth has one',
      limit: atLeast(95),
    },
    publishedAside: { what: 'WCXB, day, on sites set aside', note: aside },
    publishedWrong: { what: 'WCXB, day: another one is named' },
    anyDay: {
      what: 'WCXB, the day is that of publication or of the last change',
      note: 'The truths take now the one, now the other.',
    },
    recipeTitle: { what: 'recipes, title: the dish is in it' },
    recipeAuthor: { what: 'recipes, author: right where the truth names one' },
    language: { what: 'recipes, language' },
    description: {
      what: 'recipes, description',
      note: 'As the recipe’s own markup has it; the page’s may be another. The first twelve words count.',
    },
    image: { what: 'recipes, picture', note: 'The same file, whatever its size.' },
    site: { what: 'recipes, name of the site' },
  },
  measure: async context => ({ ...measureWcxb(context), ...measureRecipes(context) }),
})

/** By both of the ways in which domains were set aside. */
const isUnread = (domain: string) => bucketOf(domain, 3) === 0 && isLastSite(domain)

type Answer = 'right' | 'wrong' | 'missing'
type Seen = { answer: Answer; isAside: boolean }

const shareOf = (seen: readonly Seen[], answer: Answer = 'right') =>
  share(seen.filter(one => one.answer === answer).length, seen.length)
const asideOf = (seen: readonly Seen[]) => shareOf(seen.filter(({ isAside }) => isAside))

const measureWcxb = ({ data, sample, verbose, say }: Context) => {
  const title: Seen[] = []
  const author: Seen[] = []
  const published: Seen[] = []
  const anyDay: Seen[] = []
  const pages = readTruth(data('wcxb')).filter((_, at) => at % sample === 0)
  for (const page of pages) {
    const said = metadataOf(readHtml(data('wcxb'), page.id), page.url)
    const isAside = isUnread(domainOf(page.url))
    const note = (what: string, wanted: string, given: string | undefined, answer: Answer) => {
      if (verbose && answer !== 'right' && !isAside)
        say(`${what} ${answer} ${page.id} ${page.type}: ${wanted} | ${given ?? ''}`)
      return { answer, isAside }
    }
    if (page.title)
      title.push(note('title', page.title, said.title, judge(said.title, holds(page.title))))
    if (page.author)
      author.push(note('author', page.author, said.author, judge(said.author, isSame(page.author))))
    const day = page.publish_date
    if (!day) continue
    published.push(note('day', day, said.published, judge(said.published, isOnDay(day))))
    const other = judge(said.modified, isOnDay(day))
    anyDay.push({
      answer: other === 'right' ? other : (published.at(-1)?.answer ?? other),
      isAside,
    })
  }
  return {
    title: shareOf(title),
    author: shareOf(author),
    authorAside: asideOf(author),
    authorWrong: shareOf(author, 'wrong'),
    published: shareOf(published),
    publishedAside: asideOf(published),
    publishedWrong: shareOf(published, 'wrong'),
    anyDay: shareOf(anyDay),
  }
}

const measureRecipes = ({ data, sample, verbose, say }: Context) => {
  const seen: Record<string, Seen[]> = {}
  const folder = data('.')
  for (const row of recipeRows(folder).filter((_, at) => at % sample === 0)) {
    const said = metadataOf(recipeHtml(folder, row), recipeUrl(row))
    const isAside = isUnread(row.domain)
    const look = (
      what: string,
      wanted: unknown,
      given: string | undefined,
      isRight: (wanted: string) => (given: string) => boolean,
    ) => {
      if (typeof wanted !== 'string' || wanted.trim() === '') return
      const answer = judge(given, isRight(wanted))
      if (verbose && answer !== 'right' && !isAside)
        say(`recipe ${what} ${answer} ${row.domain}: ${wanted} | ${given ?? ''}`)
      seen[what] = [...(seen[what] ?? []), { answer, isAside }]
    }
    const { truth } = row
    look('title', truth.title, said.title, holds)
    look('author', truth.author, said.author, isSame)
    look('language', truth.language, said.language, isLanguage)
    look('description', truth.description, said.description, beginsAlike)
    look('image', truth.image, said.ogImage, isFile)
    look('site', truth.site_name, said.siteName, isSame)
  }
  const of = (what: string) => shareOf(seen[what] ?? [])
  return {
    recipeTitle: of('title'),
    recipeAuthor: of('author'),
    language: of('language'),
    description: of('description'),
    image: of('image'),
    site: of('site'),
  }
}

const metadataOf = (html: string, url: string) => {
  const { root } = parseHtml(html)
  return readMetadata(root, { baseUrl: documentBase(root, url) })
}

const judge = (given: string | undefined, isRight: (given: string) => boolean): Answer =>
  given === undefined ? 'missing' : isRight(given) ? 'right' : 'wrong'

const bare = (text: string) => wordsOf(text.normalize('NFKD').replace(/\p{M}/gu, ''))

const holds = (wanted: string) => (given: string) =>
  ` ${bare(given).join(' ')} `.includes(` ${bare(wanted).join(' ')} `)

const isSame = (wanted: string) => (given: string) => {
  const a = bare(wanted)
  const b = bare(given)
  if (a.length === 0 || b.length === 0) return false
  return a.every(word => b.includes(word)) || b.every(word => a.includes(word))
}

/** The author's day, or the same moment's day in Greenwich. */
const isOnDay = (wanted: string) => (given: string) => {
  const time = Date.parse(given)
  const utc = Number.isNaN(time) ? '' : new Date(time).toISOString()
  return given.startsWith(wanted) || utc.startsWith(wanted)
}

const isLanguage = (wanted: string) => (given: string) =>
  given.split('-')[0]?.toLowerCase() === wanted.split(/[-_]/)[0]?.toLowerCase()

const beginsAlike = (wanted: string) => (given: string) =>
  bare(given).slice(0, 12).join(' ') === bare(wanted).slice(0, 12).join(' ')

const isFile = (wanted: string) => (given: string) => fileOf(wanted) === fileOf(given)

/** Without the size that many sites write into the name. */
const fileOf = (url: string) =>
  decodeURIComponent(url.split(/[?#]/)[0] ?? '')
    .split('/')
    .at(-1)
    ?.replace(/(?:[-_]\d{2,4}x\d{2,4}|@\dx|-scaled)?\.\w+$/, '')
    .toLowerCase()
