import type { Fault } from './fault.ts'

/** What extraction without a model gets wrong or does not find. */
export const data: Fault[] = [
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
    why: 'brand, seller and rating are not found',
    right: `"price": 185000,
  "brand": "Lá Xanh",
  "seller": "Nhà Tre Store",
  "rating": 4.7
}`,
    now: `"price": 185000
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
