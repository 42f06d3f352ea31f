import type { Fault } from './fault.ts'

/** What extraction without a model gets wrong or does not find. */
export const data: Fault[] = [
  {
    page: 'product-woocommerce-polish',
    why: 'the title of the browser’s tab, with the site’s name, is taken for the name: it is asked for in another language than English',
    right: '"Miód gryczany 900 g"',
    now: '"Miód gryczany 900 g - Pasieka pod Lipami"',
  },
  {
    page: 'recipe-plain-czech',
    why: 'the title of the browser’s tab, with the site’s name, is taken for the name: it is asked for in another language than English',
    right: '"Bramboračka s houbami"',
    now: '"Bramboračka s houbami | Kuchařka babičky Jarky"',
  },
  {
    page: 'real-estate-spanish',
    why: 'the title of the browser’s tab, with the site’s name, is taken for the name: it is asked for in another language than English; and a price without a label is not found',
    right: `"titulo": "Piso en venta en calle del Olmo",
  "precio": 189000,
`,
    now: `"titulo": "Piso en venta en calle del Olmo, Villaserena - 189.000 € - Casas del Norte",
`,
  },
  {
    page: 'product-magento-dutch',
    why: 'the normal price is taken although a special price stands beside it: it is not crossed out',
    right: '"prijs": 549',
    now: '"prijs": 629',
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
    why: 'the page’s heading is taken for the product that is reviewed, and the price of its offer is not found',
    right: `"product": "Hollis K2",
  "rating": 4.5,
  "price": 89,
`,
    now: `"product": "Hollis K2 gooseneck kettle review: slow, steady, superb",
  "rating": 4.5,
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
  {
    page: 'product-marketplace-vietnamese',
    why: 'a discount is taken for the price, the rest is not found',
    right: `  "name": "Bình giữ nhiệt 500ml nắp tre, giữ nóng 12 giờ",
  "price": 185000,
  "brand": "Lá Xanh",
  "seller": "Nhà Tre Store",
  "rating": 4.7
}`,
    now: `  "name": "Bình giữ nhiệt 500ml nắp tre, giữ nóng 12 giờ",
  "price": 29
}`,
  },
]
