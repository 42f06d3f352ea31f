import type { Fault } from './fault.ts'

/** What extraction without a model gets wrong or does not find. */
export const data: Fault[] = [
  {
    page: 'search-results-swedish',
    why: 'a year without a name of its own is not found in a record',
    right: `verk/12210",
      "year": 2022
`,
    now: `verk/12210"
`,
  },
  {
    page: 'search-results-swedish',
    why: 'a year without a name of its own is not found in a record',
    right: `verk/8840",
      "year": 2014
`,
    now: `verk/8840"
`,
  },
  {
    page: 'search-results-swedish',
    why: 'a year without a name of its own is not found in a record',
    right: `verk/10021",
      "year": 2019
`,
    now: `verk/10021"
`,
  },
  {
    page: 'review-english',
    why: 'what was reviewed has the word "review" behind it, and the price of its offer is not found',
    right: `"product": "Hollis K2",
  "rating": 4.5,
  "price": 89,
`,
    now: `"product": "Hollis K2 review",
  "rating": 4.5,
`,
  },
  {
    page: 'product-marketplace-vietnamese',
    why: 'the price is the former one, the brand the shop, and seller and rating are not found',
    right: `"price": 185000,
  "brand": "Lá Xanh",
  "seller": "Nhà Tre Store",
  "rating": 4.7
}`,
    now: `"price": 259000,
  "brand": "Chợ Nổi"
}`,
  },
  {
    page: 'job-german',
    why: 'the least of a salary’s range is not found in `baseSalary`',
    right: `"FULL_TIME",
  "salary_min": 3400,
`,
    now: `"FULL_TIME",
`,
  },
  {
    page: 'review-english',
    why: 'lists under the headings Pros and Cons are not found',
    right: `  "pros": [
    "The most even pour we have measured",
…
  "author": "June Abara"
`,
    now: `  "author": "June Abara"
`,
  },
]
