/**
 * How callers may ask for what schema.org has a name for; each way is asked in some case style.
 * Properties without a line are asked by schema.org's own name.
 */
type Way = { name: string; description: string }

export const waysToAsk = (key: string, random: () => number): Way => {
  const ways = table[key] ?? [[wordsOf(key)]]
  const [said = key, description = ''] = ways[Math.floor(random() * ways.length)] ?? []
  return { name: inStyle(said, random), description: random() < 0.6 ? description : '' }
}

/** Words to one name: snake_case, camelCase, kebab-case, PascalCase, words. */
export const inStyle = (words: string, random: () => number): string => {
  const parts = words.split(' ')
  const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
  const styles = [
    () => parts.join('_'),
    () => parts.map((part, at) => (at === 0 ? part : capital(part))).join(''),
    () => parts.join('-'),
    () => parts.map(capital).join(''),
    () => parts.join(' '),
    () => parts.join('_'),
  ]
  return (styles[Math.floor(random() * styles.length)] as () => string)()
}

const wordsOf = (key: string) =>
  key
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()

const table: Record<string, [string, string?][]> = {
  name: [
    ['name', 'Name of the thing'],
    ['title', 'Title of the page’s subject'],
    ['product name', 'What the product is called'],
    ['item title'],
    ['heading', 'The title'],
  ],
  headline: [
    ['headline', 'Headline of the article'],
    ['title', 'Title of the article'],
    ['article title'],
    ['heading', 'Main heading'],
  ],
  author: [
    ['author', 'Author of the article'],
    ['author name'],
    ['writer', 'Who wrote it'],
    ['byline', 'Name of the author'],
    ['written by'],
    ['creator', 'Person who wrote this'],
  ],
  creator: [['creator', 'Who made it'], ['author'], ['created by']],
  datePublished: [
    ['date published', 'When it was published'],
    ['published', 'Date of publication'],
    ['publication date'],
    ['publish date', 'Date the article was published'],
    ['posted on', 'When it was posted'],
    ['published at'],
    ['date', 'Publication date'],
    ['release date', 'When it came out'],
  ],
  dateCreated: [['date created', 'When it was created'], ['created at'], ['created on']],
  dateModified: [
    ['date modified', 'When it was last changed'],
    ['updated at', 'Last update'],
    ['last updated'],
    ['modified on'],
  ],
  datePosted: [
    ['date posted', 'Date the job was posted'],
    ['posted on'],
    ['listing date', 'When it was listed'],
  ],
  validThrough: [['valid through', 'Until when'], ['closing date'], ['expires on'], ['deadline']],
  startDate: [
    ['start date', 'When it begins'],
    ['event date'],
    ['begins on'],
    ['date', 'Day of it'],
  ],
  endDate: [
    ['end date', 'When it ends'],
    ['until', 'Last day'],
  ],
  price: [
    ['price', 'Price of the product'],
    ['cost', 'How much it costs'],
    ['current price', 'Price to pay'],
    ['selling price'],
    ['amount', 'Price'],
    ['unit price'],
  ],
  lowPrice: [['lowest price'], ['price from', 'Lowest price'], ['min price']],
  highPrice: [['highest price'], ['max price', 'Highest price']],
  brand: [
    ['brand', 'Brand of the product'],
    ['manufacturer', 'Who makes it'],
    ['maker'],
    ['made by', 'Brand'],
    ['brand name'],
  ],
  manufacturer: [['manufacturer'], ['maker', 'Who makes it'], ['brand', 'Manufacturer']],
  sku: [
    ['sku', 'Stock keeping unit'],
    ['article number', 'Number of the product'],
    ['item code'],
    ['product code', 'SKU'],
  ],
  mpn: [['mpn', 'Manufacturer part number'], ['part number'], ['model number']],
  gtin13: [['gtin', 'Barcode number'], ['ean'], ['barcode', 'EAN or GTIN']],
  model: [['model', 'Model of the product'], ['model name'], ['product model']],
  color: [['color', 'Color of the product'], ['colour'], ['finish', 'Color']],
  material: [
    ['material', 'What it is made of'],
    ['made of', 'Material'],
  ],
  weight: [['weight', 'How heavy it is'], ['product weight'], ['item weight']],
  category: [['category', 'Category of the product'], ['product category'], ['type', 'Category']],
  description: [
    ['description', 'Description of it'],
    ['short description'],
    ['intro', 'Introductory text'],
    ['about', 'What it is about'],
  ],
  telephone: [
    ['phone', 'Telephone number'],
    ['telephone'],
    ['phone number', 'Number to call'],
    ['contact number', 'Phone'],
    ['tel'],
  ],
  faxNumber: [['fax', 'Fax number'], ['fax number']],
  email: [['email', 'E-mail address'], ['contact email'], ['mail', 'E-mail']],
  streetAddress: [
    ['street address', 'Street and number'],
    ['address', 'Street address'],
    ['street'],
    ['address line 1'],
  ],
  addressLocality: [['city', 'City'], ['town', 'City or town'], ['locality'], ['location', 'City']],
  addressRegion: [['state', 'State or province'], ['region'], ['province']],
  postalCode: [['zip', 'Postal code'], ['postal code'], ['zip code'], ['postcode', 'ZIP']],
  ratingValue: [
    ['rating', 'Average rating'],
    ['average rating'],
    ['score', 'Rating in stars'],
    ['stars', 'Rating'],
  ],
  ratingCount: [['rating count', 'Number of ratings'], ['votes'], ['num ratings']],
  reviewCount: [['review count', 'Number of reviews'], ['reviews', 'How many reviews'], ['votes']],
  hiringOrganization: [
    ['company', 'Company that is hiring'],
    ['employer'],
    ['hiring organization'],
    ['company name', 'Who offers the job'],
  ],
  title: [['title', 'Title'], ['job title', 'Title of the position'], ['position'], ['role']],
  employmentType: [['employment type', 'Full or part time'], ['contract type'], ['job type']],
  jobLocation: [['location', 'Where the job is'], ['job location'], ['place of work']],
  location: [['location', 'Where it takes place'], ['venue', 'Name of the place'], ['place']],
  organizer: [['organizer', 'Who organizes it'], ['organized by'], ['host', 'Organizer']],
  performer: [['performer', 'Who performs'], ['artist'], ['act', 'Performer']],
  publisher: [
    ['publisher', 'Who published it'],
    ['published by', 'Publishing company'],
    ['publishing house'],
  ],
  isbn: [['isbn', 'ISBN of the book'], ['book number', 'ISBN'], ['isbn 13']],
  numberOfPages: [['number of pages', 'How many pages'], ['page count'], ['pages']],
  genre: [['genre', 'Genre'], ['category', 'Kind of work'], ['type', 'Genre of it'], ['genres']],
  director: [['director', 'Who directed it'], ['directed by'], ['filmmaker', 'Director']],
  contentRating: [['content rating', 'Age rating'], ['rated'], ['age rating']],
  duration: [['duration', 'How long it is'], ['length', 'Duration'], ['running time']],
  totalTime: [['total time', 'Minutes in all'], ['ready in'], ['overall time', 'Total time']],
  prepTime: [['prep time', 'Preparation time'], ['preparation'], ['active time', 'Preparation']],
  cookTime: [['cook time', 'Time to cook'], ['cooking time'], ['baking time', 'Cook time']],
  recipeYield: [['servings', 'Number of servings'], ['yield'], ['portions', 'How many it serves']],
  recipeCuisine: [['cuisine', 'Cuisine of the dish'], ['kitchen', 'Cuisine'], ['cuisine type']],
  recipeCategory: [['category', 'Kind of dish'], ['course', 'Course'], ['meal type']],
  calories: [['calories', 'Energy of a serving'], ['kcal'], ['energy', 'Calories']],
  fatContent: [['fat', 'Fat in a serving'], ['total fat'], ['fat content']],
  proteinContent: [['protein', 'Protein in a serving'], ['proteins']],
  carbohydrateContent: [['carbs', 'Carbohydrates'], ['carbohydrates'], ['carbohydrate content']],
  sugarContent: [['sugar', 'Sugar in a serving'], ['sugars']],
  sodiumContent: [['sodium', 'Salt in a serving'], ['salt']],
  priceRange: [['price range', 'How expensive it is'], ['price level']],
  servesCuisine: [['cuisine', 'Kind of food'], ['food type'], ['kitchen style', 'Cuisine']],
  openingHours: [['opening hours', 'When it is open'], ['hours'], ['open times']],
  operatingSystem: [['operating system'], ['os', 'Operating system'], ['platform']],
  softwareVersion: [['version', 'Version of the software'], ['software version'], ['release']],
  license: [['license', 'License of it'], ['licence']],
}

/** What no page of these sets has: there silence is the only right answer. */
export const strangeNames: [string, string][] = [
  ['flight number', 'Number of the flight'],
  ['blood type', 'Blood type of the patient'],
  ['dog breed', 'Breed of the dog'],
  ['court case number', 'Number of the case'],
  ['wine region', 'Region the wine comes from'],
  ['visa requirements', 'Visa that is needed'],
  ['bitrate', 'Bit rate of the stream'],
  ['hull length', 'Length of the ship’s hull'],
  ['jersey number', 'Number on the player’s shirt'],
  ['patent number', 'Number of the patent'],
  ['vessel flag', 'Flag the ship sails under'],
  ['mortgage rate', 'Interest rate of the mortgage'],
  ['tuition fee', 'Fee for a year of study'],
  ['habitat', 'Where the animal lives'],
  ['chemical formula', 'Formula of the compound'],
  ['melting point', 'Temperature at which it melts'],
  ['parliament seats', 'Number of seats'],
  ['train platform', 'Platform the train leaves from'],
  ['gate', 'Gate of the airport'],
  ['dosage', 'Dose of the medicine'],
  ['side effects', 'Side effects of the medicine'],
  ['surgeon', 'Who operates'],
  ['plaintiff', 'Who sues'],
  ['coach', 'Coach of the team'],
  ['stadium', 'Where the team plays'],
  ['draft pick', 'Pick in the draft'],
  ['orbital period', 'Time around the sun'],
  ['scientific name', 'Latin name of the species'],
  ['population', 'Number of inhabitants'],
  ['elevation', 'Metres above the sea'],
  ['architect', 'Who designed the building'],
  ['floor area', 'Square metres'],
  ['bedrooms', 'Number of bedrooms'],
  ['landlord', 'Owner of the flat'],
  ['ticker symbol', 'Symbol at the exchange'],
  ['dividend yield', 'Dividend in percent'],
  ['ceo', 'Head of the company'],
  ['founded year', 'When the company was founded'],
  ['serial number', 'Serial number of the device'],
  ['firmware version', 'Version of the firmware'],
  ['chess rating', 'Elo of the player'],
  ['lap time', 'Time of the fastest lap'],
  ['tail number', 'Registration of the aircraft'],
  ['vaccine', 'Name of the vaccine'],
  ['gluten free options', 'Dishes without gluten'],
]
