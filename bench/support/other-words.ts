/**
 * The same fields as other callers would write them: three ways for each, in the case styles that
 * people use. Written once, before anything was measured with it, and not changed since.
 */
type Way = [name: string, description?: string]

export const otherWords: Record<string, Record<string, [Way, Way, Way]>> = {
  auto: {
    model: [
      ['vehicleName', 'Full name of the vehicle, with year and make'],
      ['car-title', 'What car this is'],
      ['VEHICLE', 'Make, model and year'],
    ],
    price: [
      ['asking_amount', 'How much the car costs'],
      ['msrpUsd', 'Manufacturer’s suggested retail price'],
      ['ListPrice'],
    ],
    engine: [
      ['motor', 'Motor of the vehicle'],
      ['engineType', 'Type and displacement of the engine'],
      ['power-plant', 'Which engine it has'],
    ],
    fuel_economy: [
      ['mpg', 'Miles per gallon, city / highway'],
      ['gasMileage'],
      ['consumption', 'Fuel consumption in the city and on the highway'],
    ],
  },
  book: {
    title: [
      ['bookName', 'The name of the book'],
      ['work_title'],
      ['Heading', 'Title of this book'],
    ],
    author: [
      ['writtenBy', 'Who wrote the book'],
      ['writer'],
      ['authors-name', 'Name of the author or authors'],
    ],
    isbn_13: [
      ['isbn', '13-digit ISBN'],
      ['bookNumber13', 'International Standard Book Number with 13 digits'],
      ['EAN'],
    ],
    publisher: [
      ['publishing_house'],
      ['imprint', 'Publisher'],
      ['publishedBy', 'Company that published the book'],
    ],
    publication_date: [
      ['releasedOn', 'When the book came out'],
      ['pub-date', 'Publication date'],
      ['date_of_issue', 'Release date'],
    ],
  },
  camera: {
    model: [
      ['productName', 'Name of the product'],
      ['camera', 'Which camera it is'],
      ['item-title'],
    ],
    price: [['cost', 'What it costs'], ['currentPrice'], ['selling_price', 'Price to pay']],
    manufacturer: [['brand'], ['madeBy', 'Who makes the camera'], ['Maker', 'Brand of the camera']],
  },
  job: {
    title: [['position', 'Position that is open'], ['jobName'], ['role', 'Role to be filled']],
    company: [
      ['employer'],
      ['hiringOrganization', 'Organization that is hiring'],
      ['company-name'],
    ],
    location: [
      ['workplace', 'Place of work'],
      ['jobLocation'],
      ['where', 'City and state of the job'],
    ],
    date_posted: [
      ['postedOn', 'When the advertisement was posted'],
      ['publish_date', 'Date of posting'],
      ['listingDate'],
    ],
  },
  movie: {
    title: [['filmName', 'Name of the film'], ['movie-title'], ['heading', 'Title']],
    director: [
      ['directedBy', 'Who directed the film'],
      ['filmmaker', 'Director'],
      ['DirectorName'],
    ],
    genre: [['category', 'Kind of film, such as comedy'], ['genres'], ['filmType', 'Genre']],
    mpaa_rating: [
      ['ageRating', 'Age rating: G, PG, PG-13 or R'],
      ['rated', 'MPAA rating'],
      ['content_rating'],
    ],
  },
  recipe: {
    title: [['dishName', 'Name of the dish'], ['recipe-name'], ['heading', 'Title']],
    author: [['cook', 'Who wrote the recipe'], ['createdBy'], ['by', 'Author']],
    yields: [['servings'], ['numberOfPortions', 'How many people it feeds'], ['serves']],
    description: [['intro', 'Introduction to the dish'], ['about'], ['short-text', 'Description']],
    category: [['course', 'Kind of meal'], ['recipeType'], ['dish_category']],
    cuisine: [['kitchen', 'Cuisine the dish belongs to'], ['cuisineType'], ['origin', 'Cuisine']],
    total_time: [
      ['overallMinutes', 'Minutes from start to end'],
      ['readyIn'],
      ['duration', 'Total'],
    ],
    prep_time: [['preparationMinutes'], ['prep', 'Preparation time'], ['active-time', 'Prep time']],
    cook_time: [['cookingMinutes'], ['bakingTime', 'Time to cook or bake'], ['cook', 'Cook time']],
    ratings: [['stars', 'Average rating'], ['ratingValue'], ['score', 'Rating in stars']],
    ratings_count: [['votes', 'Number of ratings'], ['numRatings'], ['reviewCount']],
  },
}
