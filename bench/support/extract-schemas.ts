/** What a caller would write for each data set: plain names and one line of description. */
const text = (description: string) => ({ type: ['string', 'null'], description })

const object = (properties: Record<string, unknown>) => ({ type: 'object', properties })

export const swdeSchemas: Record<string, ReturnType<typeof object>> = {
  auto: object({
    model: text('Year, make and model of the car'),
    price: text('Price of the car'),
    engine: text('Engine of the car'),
    fuel_economy: text('Fuel economy in miles per gallon, city and highway'),
  }),
  book: object({
    title: text('Title of the book'),
    author: text('Author of the book'),
    isbn_13: text('ISBN-13 of the book'),
    publisher: text('Publisher of the book'),
    publication_date: text('Date the book was published'),
  }),
  camera: object({
    model: text('Name of the camera'),
    price: text('Price of the camera'),
    manufacturer: text('Manufacturer of the camera'),
  }),
  job: object({
    title: text('Job title'),
    company: text('Company that offers the job'),
    location: text('Where the job is'),
    date_posted: text('Date the job was posted'),
  }),
  movie: object({
    title: text('Title of the movie'),
    director: text('Director of the movie'),
    genre: text('Genre of the movie'),
    mpaa_rating: text('MPAA rating of the movie'),
  }),
  nbaplayer: object({
    name: text('Name of the player'),
    team: text('Team the player plays for'),
    height: text('Height of the player'),
    weight: text('Weight of the player'),
  }),
  restaurant: object({
    name: text('Name of the restaurant'),
    address: text('Address of the restaurant'),
    phone: text('Phone number of the restaurant'),
    cuisine: text('Cuisine of the restaurant'),
  }),
  university: object({
    name: text('Name of the university'),
    phone: text('Phone number of the university'),
    website: text('Website of the university'),
    type: text('Type of the university: public or private'),
  }),
}

const texts = (description: string) => ({
  type: ['array', 'null'],
  description,
  items: { type: 'string' },
})
const minutes = (description: string) => ({ type: ['number', 'null'], description })

export const recipeSchema = object({
  title: text('Title of the recipe'),
  author: text('Author of the recipe'),
  canonical_url: {
    type: ['string', 'null'],
    format: 'uri',
    description: 'Canonical URL of the page',
  },
  site_name: text('Name of the site'),
  language: text('Language of the page'),
  ingredients: texts('Ingredients, one line each'),
  instructions_list: texts('Instructions, one step each'),
  yields: text('Number of servings'),
  description: text('Description of the recipe'),
  total_time: minutes('Total time in minutes'),
  cook_time: minutes('Cooking time in minutes'),
  prep_time: minutes('Preparation time in minutes'),
  ratings: { type: ['number', 'null'], description: 'Average rating' },
  ratings_count: { type: ['integer', 'null'], description: 'Number of ratings' },
  category: text('Category of the recipe'),
  cuisine: text('Cuisine'),
  keywords: texts('Keywords'),
  image: { type: ['string', 'null'], format: 'uri', description: 'Main image' },
})

/** Fields that none of the pages has. */
export const strangeSchema = object(
  Object.fromEntries(
    [
      'gluten_free_options',
      'flight_number',
      'blood_type',
      'dog_breed',
      'bitrate',
      'visa_requirements',
      'wine_region',
      'court_case_number',
    ].map(name => [name, { type: ['string', 'null'] }]),
  ),
)

const address = { type: 'string', format: 'uri' } as const
const words = { type: 'string' } as const
const listOf = (properties: Record<string, object>) =>
  ({ type: 'array', items: { type: 'object', properties } }) as const

/** As callers ask for a list: an array of objects, and nothing said about where it stands. */
export const listSchemas = {
  'title, url': listOf({ title: words, url: address }),
  'name, price': listOf({ name: words, price: { type: 'number' } }),
  'title, url, image, description': listOf({
    title: words,
    url: address,
    image: address,
    description: words,
  }),
}

export const listSchema = object({
  entries: {
    type: 'array',
    description: 'The entries of the list',
    items: object({ name: text('Name of the entry'), url: text('Where it leads') }),
  },
})
