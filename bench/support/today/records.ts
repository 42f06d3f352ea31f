import { pick, type Random } from './random.ts'

/** A thing that a page shows; what is null the page does not have. */
export type Thing = Record<string, string | number | null>

/** Of a field: what the page calls it and how it writes it. */
export type FieldSpec = {
  labels: readonly string[]
  type: 'string' | 'number'
  write: (value: string | number) => string
  make: (random: Random, at: number) => string | number
  /** The share of pages without it. */
  gone?: number
}

const plain = String
const dollars = (value: string | number): string =>
  `$${Number(value).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
const grouped = (value: string | number): string => `$${Number(value).toLocaleString('en-US')}`
const minutes = (value: string | number): string => `${value} min`

const words = {
  first: 'Oslo Harbor Linen Copper Walnut Aurora Cedar Slate Ember Juniper Coral Maple'.split(' '),
  thing: 'Lamp,Desk Chair,Teapot,Wall Clock,Bookcase,Floor Rug,Side Table,Backpack'.split(','),
  brand: 'Nordhaus,Fell & Sons,Okto,Brightwell,Casa Lume,Tarn,Wickham,Ilmari'.split(','),
  color: 'sand,charcoal,forest green,ivory,rust,navy,ochre,stone'.split(','),
  town: 'Leeds,Bergen,Austin,Porto,Denver,Ghent,Lyon,Graz,Tampere,Madison'.split(','),
  role: 'Data Engineer,Site Nurse,Head Chef,Tax Adviser,Welder,Art Director'.split(','),
  given: 'Ada,Noor,Ivan,Mei,Tomas,Lena,Omar,Rosa,Kofi,Hanna'.split(','),
  family: 'Berg,Okafor,Lindqvist,Moreau,Tanaka,Silva,Novak,Reid,Haddad,Kowal'.split(','),
  dish: 'Lentil Soup,Plum Cake,Fish Stew,Potato Gratin,Bean Salad,Apple Tart'.split(','),
  stage: 'The Forge,Harbour Hall,Old Brewery,Lantern Theatre,Pier Stage,Union Chapel'.split(','),
  act: 'Quartet,Night,Festival,Revue,Orchestra,Sessions'.split(','),
  month:
    'January February March April May June July August September October November December'.split(
      ' ',
    ),
}
const one = (list: readonly string[]) => (random: Random) => pick(random, list)
const two = (a: readonly string[], b: readonly string[]) => (random: Random) =>
  `${pick(random, a)} ${pick(random, b)}`
const whole = (least: number, most: number) => (random: Random) =>
  least + Math.floor(random() * (most - least))
const day = (random: Random): string =>
  `${pick(random, words.month)} ${whole(1, 28)(random)}, ${whole(2023, 2027)(random)}`

export const kinds: Record<string, Record<string, FieldSpec>> = {
  product: {
    name: {
      ...{ labels: ['Product'], type: 'string', write: plain },
      make: two(words.first, words.thing),
    },
    price: {
      ...{ labels: ['Price', 'Our price', 'Now'], type: 'number', write: dollars },
      make: random => whole(900, 190_000)(random) / 100,
    },
    brand: {
      ...{ labels: ['Brand', 'Made by', 'Maker'], type: 'string', write: plain },
      make: one(words.brand),
    },
    color: {
      ...{ labels: ['Color', 'Finish', 'Shade'], type: 'string', write: plain },
      ...{ make: one(words.color), gone: 0.2 },
    },
    sku: {
      ...{ labels: ['SKU', 'Item no.', 'Article'], type: 'string', write: plain },
      make: random => `${pick(random, ['NX', 'AB', 'TR'])}-${whole(10_000, 99_999)(random)}`,
    },
    reviews: {
      ...{ labels: ['Reviews', 'Ratings'], type: 'number', write: plain },
      make: whole(2, 900),
    },
  },
  job: {
    title: { ...{ labels: ['Role'], type: 'string', write: plain }, make: one(words.role) },
    company: {
      ...{ labels: ['Company', 'Employer', 'At'], type: 'string', write: plain },
      make: one(words.brand),
    },
    location: {
      ...{ labels: ['Location', 'Where', 'Office'], type: 'string', write: plain },
      make: one(words.town),
    },
    salary: {
      ...{ labels: ['Salary', 'Pay', 'Compensation'], type: 'number', write: grouped },
      ...{ make: random => whole(28, 140)(random) * 1_000, gone: 0.2 },
    },
    posted: {
      ...{ labels: ['Posted', 'Published', 'Since'], type: 'string', write: plain },
      make: day,
    },
    contact: {
      ...{ labels: ['Contact', 'Hiring manager', 'Ask for'], type: 'string', write: plain },
      make: two(words.given, words.family),
    },
  },
  event: {
    name: {
      ...{ labels: ['Event'], type: 'string', write: plain },
      make: two(words.first, words.act),
    },
    venue: {
      ...{ labels: ['Venue', 'Place', 'Doors at'], type: 'string', write: plain },
      make: one(words.stage),
    },
    city: { ...{ labels: ['City', 'Town'], type: 'string', write: plain }, make: one(words.town) },
    date: { ...{ labels: ['Date', 'When', 'On'], type: 'string', write: plain }, make: day },
    price: {
      ...{ labels: ['Tickets', 'From', 'Entry'], type: 'number', write: dollars },
      make: whole(8, 95),
    },
    host: {
      ...{ labels: ['Host', 'Hosted by', 'Organizer'], type: 'string', write: plain },
      ...{ make: two(words.given, words.family), gone: 0.2 },
    },
  },
  recipe: {
    name: {
      ...{ labels: ['Recipe'], type: 'string', write: plain },
      make: two(words.first, words.dish),
    },
    author: {
      ...{ labels: ['Author', 'By', 'Recipe by'], type: 'string', write: plain },
      make: two(words.given, words.family),
    },
    prep: {
      ...{ labels: ['Prep', 'Preparation', 'Prep time'], type: 'string', write: minutes },
      make: whole(5, 55),
    },
    cook: {
      ...{ labels: ['Cook', 'Cooking', 'Cook time'], type: 'string', write: minutes },
      ...{ make: whole(10, 140), gone: 0.2 },
    },
    servings: {
      ...{ labels: ['Serves', 'Servings', 'Yield'], type: 'number', write: plain },
      make: whole(1, 12),
    },
    published: {
      ...{ labels: ['Published', 'First cooked', 'Updated'], type: 'string', write: plain },
      make: day,
    },
  },
}

export const makeThing = (
  fields: Record<string, FieldSpec>,
  random: Random,
  at: number,
  isWhole = false,
): Thing =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { make, gone = 0 }]) => {
      const value = make(random, at)
      return [name, random() < gone && !isWhole ? null : value]
    }),
  )
