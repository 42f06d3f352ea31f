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
    why: 'nothing but the name is found',
    right: `giờ",
  "price": 185000,
  "brand": "Lá Xanh",
  "seller": "Nhà Tre Store",
  "rating": 4.7
}`,
    now: `giờ"
}`,
  },
  {
    page: 'search-results-swedish',
    why: 'of the first title, which holds a colon, only the end is found, and the years are not',
    right: `    {
      "title": "Ljus över vatten: Östersjöns fyrar genom fyra sekler",
      "url": "https://sok.skargardsbib.example/verk/10021",
      "year": 2019
    },`,
    now: `    {
      "title": "Östersjöns fyrar genom fyra sekler",
      "url": "https://sok.skargardsbib.example/verk/10021"
    },`,
  },
  {
    page: 'search-results-swedish',
    why: 'the year is not found',
    right: `"https://sok.skargardsbib.example/verk/8840",
      "year": 2014
`,
    now: `"https://sok.skargardsbib.example/verk/8840"
`,
  },
  {
    page: 'search-results-swedish',
    why: 'the year is not found',
    right: `"https://sok.skargardsbib.example/verk/12210",
      "year": 2022
`,
    now: `"https://sok.skargardsbib.example/verk/12210"
`,
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
