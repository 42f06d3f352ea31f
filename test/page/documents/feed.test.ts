import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feedToTree, readFeed } from '../../../src/page/documents/feed.ts'
import { toMarkdown } from '../../../src/page/markdown/markdown.ts'

const baseUrl = 'https://mill.example/feed'
const item = (title: string, description: string) =>
  `<item><title>${title}</title><link>https://mill.example/${title}</link><description>${description}</description></item>`
const read = (items: string) => {
  const feed = readFeed(
    `<?xml version="1.0"?><rss version="2.0"><channel><title>Mill</title>${items}</channel></rss>`,
    baseUrl,
  )
  assert.ok(feed)
  return toMarkdown(feedToTree(feed), { baseUrl })
}

test('an item without content, or with its title alone, is one line of a list', () => {
  const line = '- [Bread](https://mill.example/Bread)'
  assert.ok(read(item('Bread', '')).endsWith(line), read(item('Bread', '')))
  assert.ok(read(item('Bread', 'Bread')).endsWith(line))
  const two = read(item('Bread', '') + item('Flour', ''))
  assert.ok(two.endsWith(`${line}\n- [Flour](https://mill.example/Flour)`), two)
})

test('content stands below its title, in the item', () => {
  const text = read(item('Bread', 'Baked on Friday.'))
  assert.ok(text.endsWith('- [Bread](https://mill.example/Bread)\n\n  Baked on Friday.'), text)
})
