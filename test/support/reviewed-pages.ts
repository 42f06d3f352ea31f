import { readFileSync } from 'node:fs'
import { changePage } from './changed-pages.ts'

/**
 * Pages of many kinds and languages of which stages show their numbers. They are named one by one,
 * so that a page that is added to test/pages changes no snapshot.
 */
const names = `bank-rates-french blog-comments-japanese blog-wordpress-portuguese changelog-english
  company-home-english docs-javadoc-english docs-mkdocs-german event-finnish faq-hindi
  forum-phpbb-german gallery-italian glossary-french government-notice-ukrainian hashed-divs-english
  job-german live-blog-english mail-archive-english museum-object-dutch news-arabic
  news-chinese-simplified news-comments-greek news-german news-polish-embeds
  old-tables-latin1-german podcast-episode-swedish poem-persian pricing-english
  product-magento-dutch product-shopify-english product-woocommerce-polish profile-english
  qa-english readme-code-host-english real-estate-spanish recipe-italian recipe-plain-czech
  restaurant-menu-thai review-english shelf-shopify-english shop-listing-italian
  sports-table-portuguese statistics-french timetable-japanese video-page-korean weather-polish
  wiki-english`.split(/\s+/)

export type ReviewedPage = { name: string; url: string; html: string }

/** Each as it is, and once more with a dozen places changed. */
export const reviewedPages = (): ReviewedPage[] =>
  names.flatMap((name, at) => {
    const file = (end: string) => readFileSync(`test/pages/${name}/${end}`, 'utf8')
    const { url } = JSON.parse(file('asked.json')) as { url: string }
    const html = file('page.html')
    return [
      { name, url, html },
      { name: `${name}, changed`, url, html: changePage(html, at) },
    ]
  })
