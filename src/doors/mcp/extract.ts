import { readingOptions } from '../../base/reader/options.ts'
import { closed, Type } from '../../kit/schema.ts'
import { ExtractAnswer } from '../../products/extract/answer.ts'
import { ExtractRequest } from '../../products/extract/request.ts'
import { defineTool, isData, said } from './tool.ts'
import { whereFromToo } from './where.ts'

const { prompt, reader, evidence, onlyMainContent } = ExtractRequest.properties
const { render } = readingOptions

export const extractTool = defineTool({
  name: 'extract',
  title: 'Extract data from a page',
  description: `Structured data from one page or file by a JSON Schema (or a prompt, where the server has a model). Values stand on the page; what it does not say is null or absent. 5 credits. ${isData}`,
  input: closed({
    url: Type.String({ maxLength: 8_192 }),
    schema: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        description: 'JSON Schema; describe each field.',
      }),
    ),
    prompt: said(prompt, 'What to look for, in words.'),
    reader: said(reader, 'A taught reader (rdr_…): 1 credit.'),
    evidence: said(evidence, 'Also the page’s own words for each value.'),
    onlyMainContent: said(onlyMainContent, 'Only the main content, often without prices.'),
    render: said(render, 'auto: a browser if needed.'),
    ...whereFromToo,
  }),
  // Which reader answered is what the caller asked for.
  output: Type.Omit(ExtractAnswer, ['reader']),
  readsOnly: true,
  showsPages: false,
  async run({ ask }, input) {
    const { reader: _asked, ...data } = (await ask('POST', '/extract', input)).json as ExtractAnswer
    const { warning: _said, ...shown } = data
    return { data, text: JSON.stringify(shown, null, 1) }
  },
})
