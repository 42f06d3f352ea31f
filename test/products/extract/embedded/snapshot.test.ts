import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { answerWithoutModel } from '../../../../src/products/extract/embedded/answer.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'
import { pageNames } from '../../../pages/page-folder.ts'
import { changePage } from '../../../support/changed-pages.ts'
import { digest, everySecond } from '../../../support/readings.ts'

const text = { type: 'string' }
const number = { type: 'number' }
const day = { type: 'string', format: 'date' }
const uri = { type: 'string', format: 'uri' }
const yesNo = { type: 'boolean' }
const list = (items: object) => ({ type: 'array', items })
const object = (properties: object) => ({ type: 'object', properties })

/** What developers ask pages for: each field of each has a reader, on some page. */
const schemas = {
  article: object({
    title: text,
    subtitle: text,
    author: text,
    published: day,
    updated_at: { type: 'string', format: 'date-time' },
    section: text,
    tags: list(text),
    reading_time_minutes: { type: 'integer' },
    summary: { type: 'string', description: 'A short summary' },
    comment_count: number,
    image: uri,
    headings: list(text),
  }),
  product: object({
    name: text,
    brand: text,
    sku: text,
    price: number,
    old_price: number,
    currency: text,
    in_stock: yesNo,
    rating: number,
    review_count: number,
    colors: list(text),
    sizes: list(text),
    weight_kg: number,
    free_shipping_over: number,
    delivery_time: text,
    warranty: text,
    features: list(text),
    specifications: { type: 'object', additionalProperties: text },
    reviews: list(object({ author: text, rating: number, text, date: day })),
  }),
  company: object({
    company_name: text,
    legal_name: text,
    email: { type: 'string', format: 'email' },
    phone: text,
    address: object({ street: text, postal_code: text, city: text, country: text }),
    opening_hours: list(object({ day: text, opens: text, closes: text })),
    founded: { type: 'integer' },
    employees: number,
    vat_number: text,
    social_links: list(uri),
    team: list(object({ name: text, role: text, email: text })),
    services: list(text),
  }),
  event: object({
    name: text,
    start_date: day,
    end_date: day,
    start_time: text,
    venue: text,
    city: text,
    organizer: text,
    ticket_price: number,
    is_free: yesNo,
    speakers: list(text),
    duration: { type: 'string', format: 'duration' },
  }),
  job: object({
    job_title: text,
    employer: text,
    location: text,
    salary_min: number,
    salary_max: number,
    employment_type: { enum: ['full-time', 'part-time', 'contract'] },
    remote: yesNo,
    apply_by: day,
    requirements: list(text),
    contact_person: text,
  }),
  recipe: object({
    dish: text,
    servings: number,
    prep_time: { type: 'string', format: 'duration' },
    cook_time_minutes: number,
    calories: number,
    ingredients: list(text),
    steps: list(text),
    cuisine: text,
    vegetarian: yesNo,
  }),
  thread: object({
    topic: text,
    replies: number,
    views: number,
    is_solved: yesNo,
    posts: list(object({ author: text, posted_at: text, body: text })),
  }),
  questions: object({
    version: text,
    license: text,
    install_command: text,
    downloads: number,
    faq: list(object({ question: text, answer: text })),
    entries: list(object({ version: text, date: day, changes: list(text) })),
    table: list({ type: 'object', additionalProperties: text }),
  }),
  records: list(
    object({ title: text, url: uri, price: number, date: day, author: text, image: uri }),
  ),
}

/** All but one that has nothing to answer from. */
const names = pageNames().filter(name => name !== 'app-shell-english')

/**
 * Whatever changes an answer shows here; most changes are meant. After one that is:
 * npx node --test --test-update-snapshots test/products/extract/embedded/snapshot.test.ts
 */
test('what is answered without a model on the pages that people reviewed', t => {
  const pages = names.map(name => {
    const file = (end: string) => readFileSync(`test/pages/${name}/${end}`, 'utf8')
    const { url } = JSON.parse(file('asked.json')) as { url: string }
    return openPage(parsePage(file('page.html')), { url, onlyMainContent: false })
  })
  const answers: Record<string, Record<string, unknown>> = {}
  // By schema, since the last one that was compiled is kept. Each page is asked a third of it, in
  // turn: all of it takes twenty seconds.
  for (const [nth, [kind, schema]] of Object.entries(schemas).entries())
    for (const [at, name] of names.entries()) {
      const page = pages[at]
      if (!page || nth % 3 !== at % 3) continue
      const { data, ...more } = answerWithoutModel(page, { schema, prompt: undefined })
      const given = { data: shortened(data), whole: digest({ data, ...more }) }
      answers[name] = { ...answers[name], [kind]: given }
    }
  const byPage = Object.fromEntries(names.map(name => [name, answers[name]]))
  t.assert.fileSnapshot(byPage, 'test/fixtures/answers-without-model.json')
})

/** Every second page, each asked one thing: all of it takes a minute. */
test('what is answered on pages that come near to them', t => {
  const kinds = Object.entries(schemas)
  const answers = everySecond(names).map((name, at) => {
    const file = (end: string) => readFileSync(`test/pages/${name}/${end}`, 'utf8')
    const { url } = JSON.parse(file('asked.json')) as { url: string }
    const html = changePage(file('page.html'), 2_000 + at)
    const page = openPage(parsePage(html), { url, onlyMainContent: false })
    const [kind = '', schema = {}] = kinds[at % kinds.length] ?? []
    return [name, `${kind} ${digest(answerWithoutModel(page, { schema, prompt: undefined }))}`]
  })
  t.assert.fileSnapshot(Object.fromEntries(answers), 'test/fixtures/answers-changed.json')
})

const shortened = (value: unknown): unknown => {
  if (typeof value === 'string') return value.length > 60 ? `${value.slice(0, 60)}…` : value
  if (Array.isArray(value))
    return value.length > 3 ? [...value.slice(0, 3).map(shortened), '…'] : value.map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one)]))
}
