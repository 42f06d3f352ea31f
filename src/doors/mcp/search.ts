import { Type } from 'typebox'
import { defineTool, isData } from './tool.ts'

const text = Type.Optional(Type.String())
const Found = Type.Object({
  url: Type.String(),
  ...{ title: text, description: text, publishedAt: text, imageUrl: text },
})
type Found = { url: string; title?: string; description?: string }

export const searchTool = defineTool({
  name: 'search',
  title: 'Search the web',
  description: `Web search; read what is found with scrape. 1 credit. ${isData}`,
  input: Type.Object(
    {
      query: Type.String({ minLength: 1, maxLength: 500 }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 10 })),
      language: Type.Optional(Type.String({ maxLength: 20 })),
      timeRange: Type.Optional(Type.Enum(['day', 'week', 'month', 'year'])),
      category: Type.Optional(Type.Enum(['general', 'news', 'images'])),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ results: Type.Array(Found), warning: text }),
  outlined: 3,
  readsOnly: true,
  showsPages: true,
  async run({ ask }, input) {
    const { json } = await ask('POST', '/search', input)
    const data = json as { results: Found[]; warning?: string }
    const lines = data.results.map(({ url, title = '', description = '' }, at) =>
      [`${at + 1}. ${title}`, url, description].filter(Boolean).join('\n'),
    )
    return { data, text: lines.join('\n\n') || 'Nothing was found.' }
  },
})
