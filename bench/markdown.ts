import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { contentText } from '../src/page/content/text.ts'
import { parseHtml } from '../src/page/html/html.ts'
import { atLeast, defineBench, figure } from './harness/bench.ts'
import { scrapeHtml } from './support/scrape.ts'
import { readHtml, readTruth, scoreWords, wordsOf } from './support/wcxb.ts'

export const bench = defineBench({
  name: 'markdown',
  part: 'Scrape',
  title:
    'Words lost on the way into Markdown: every fourth page of WCXB scraped, its Markdown read by another program',
  minutes: 1,
  needs: { data: ['wcxb/truth.jsonl.gz'] },
  rows: {
    markdown: {
      what: 'word F1 of the Markdown',
      note: 'In sample: the content model has seen these pages, so this is no measure of the choice of content.',
    },
    html: { what: 'word F1 of the clean HTML of the same answers' },
    same: { what: 'word F1 of one held against the other', limit: atLeast(0.98) },
  },
  measure: async ({ data, sample }) => {
    const pages = readTruth(data('wcxb')).filter((_, at) => at % (4 * sample) === 0)
    const scores = { markdown: 0, html: 0, same: 0 }
    for (const { id, url, main_content } of pages) {
      const html = readHtml(data('wcxb'), id)
      const result = scrapeHtml(html, url, { formats: ['markdown', 'html'] })
      const answer: { markdown?: string; html?: string } =
        result.is === 'answer' ? result.answer : {}
      const [truth, markdown, clean] = [
        wordsOf(main_content),
        wordsOf(textOf(toHtml(answer.markdown ?? ''))),
        wordsOf(textOf(answer.html ?? '')),
      ]
      scores.markdown += scoreWords(markdown, truth).f1 / pages.length
      scores.html += scoreWords(clean, truth).f1 / pages.length
      scores.same += scoreWords(markdown, clean).f1 / pages.length
    }
    return {
      markdown: figure(scores.markdown),
      html: figure(scores.html),
      same: figure(scores.same),
    }
  },
})

const toHtml = (markdown: string): string =>
  micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
  })

const textOf = (html: string): string => contentText(parseHtml(html).root)
