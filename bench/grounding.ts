import { atMost, defineBench, figure, share } from './harness/bench.ts'
import { recipeHtml, recipeRows, recipeUrl } from './support/extract-data.ts'
import { recipeSchema } from './support/extract-schemas.ts'
import { extractEmbedded, groundAnswer, modelParts } from './support/extract-tasks.ts'

export const bench = defineBench({
  name: 'grounding',
  part: 'Extract',
  title: 'A model’s values held against the page: 233 recipes in many languages',
  minutes: 1.5,
  needs: { data: ['recipes/truth.jsonl'] },
  rows: {
    confirmed: {
      what: 'values that stand on the page, and are confirmed',
      unit: '%',
      note: 'The values are those of the embedded extractor; what is not confirmed would be lost to callers.',
    },
    invented: { what: 'made-up values that are confirmed', limit: atMost(0) },
    doubtful: { what: 'confirmed, and marked as doubtful', unit: '%' },
    unseen: { what: 'confirmed only by links, images or markup', unit: '%' },
    text: { what: 'characters of HTML for one that a model is sent' },
  },
  measure: async ({ data, sample }) => {
    const rows = recipeRows(data('')).filter((_, at) => at % sample === 0)
    const sums = { values: 0, confirmed: 0, invented: 0, doubtful: 0, unseen: 0, html: 0, text: 0 }
    for (const row of rows) {
      const html = recipeHtml(data(''), row)
      const question = { html, url: recipeUrl(row), schema: recipeSchema }
      const embedded = extractEmbedded(question)
      if (!embedded) continue
      const evidence = Object.values(groundAnswer(question, embedded.data).evidence)
      sums.values += Object.keys(embedded.evidence).length
      sums.confirmed += evidence.length
      sums.doubtful += evidence.filter(({ doubtful }) => doubtful).length
      sums.unseen += evidence.filter(({ source }) => source !== undefined).length
      sums.invented += Object.keys(groundAnswer(question, invented).evidence).length
      sums.html += html.length
      for (const { text, facts } of modelParts(question)) sums.text += text.length + facts.length
    }
    return {
      confirmed: share(sums.confirmed, sums.values),
      invented: figure(sums.invented),
      doubtful: share(sums.doubtful, sums.confirmed),
      unseen: share(sums.unseen, sums.confirmed),
      text: figure(sums.html / sums.text),
    }
  },
})

const invented = { title: 'Zorbal Quintessence Deluxe 9000', author: 'Ignatius Q. Nonesuch' }
