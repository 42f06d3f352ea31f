import { closed, Type } from '../../kit/schema.ts'
import { SearchAnswer, SearchRequest } from '../../products/search/request.ts'
import { defineTool, isData, said } from './tool.ts'

const { limit, language, timeRange, category } = SearchRequest.properties
const { results, warning } = SearchAnswer.properties
const { page: _page, error: _error, ...hit } = results.items.properties

/** Without reading what it finds: a model chooses first. */
export const searchTool = defineTool({
  name: 'search',
  title: 'Search the web',
  description: `Web search; read what it finds with scrape. 1 credit. ${isData}`,
  input: closed({
    query: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
    limit: said(limit, 'At most.'),
    language: said(language, 'Such as de or en-GB.'),
    timeRange: said(timeRange, 'Not older.'),
    category,
  }),
  output: Type.Object({ results: Type.Array(Type.Object(hit)), warning }),
  outlined: 3,
  readsOnly: true,
  showsPages: true,
  async run({ ask }, input) {
    const data = (await ask('POST', '/search', input)).json as SearchAnswer
    const lines = data.results.map(({ url, title, description }, at) =>
      [`${at + 1}. ${title}`, url, description].filter(Boolean).join('\n'),
    )
    return { data, text: lines.join('\n\n') || 'Nothing was found.' }
  },
})
