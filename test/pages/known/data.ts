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
    why: 'the price before the discount is taken, the rest is not found',
    right: `  "price": 185000,
  "brand": "Lá Xanh",
  "seller": "Nhà Tre Store",
  "rating": 4.7
}`,
    now: `  "price": 259000
}`,
  },
  {
    page: 'search-results-swedish',
    why: 'the first title, which holds a colon, and the years are not found',
    right: `    {
      "title": "Ljus över vatten: Östersjöns fyrar genom fyra sekler",
      "url": "https://sok.skargardsbib.example/verk/10021",
      "year": 2019
    },`,
    now: `    {
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
    page: 'restaurant-menu-thai',
    why: 'a price in baht is not read where the currency is written out',
    right: `"name": "ปอเปี๊ยะทอด",
      "price": 80
`,
    now: `"name": "ปอเปี๊ยะทอด"
`,
  },
  {
    page: 'restaurant-menu-thai',
    why: 'a price in baht is not read where the currency is written out',
    right: `"name": "ทอดมันปลากราย",
      "price": 120
`,
    now: `"name": "ทอดมันปลากราย"
`,
  },
  {
    page: 'restaurant-menu-thai',
    why: 'a price in baht is not read where the currency is written out',
    right: `"name": "แกงส้มชะอมกุ้ง",
      "price": 180
`,
    now: `"name": "แกงส้มชะอมกุ้ง"
`,
  },
  {
    page: 'restaurant-menu-thai',
    why: 'a price in baht is not read where the currency is written out',
    right: `"name": "ต้มข่าไก่",
      "price": 150
`,
    now: `"name": "ต้มข่าไก่"
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
