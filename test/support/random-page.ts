import type { Random } from './random.ts'

/** A page of random structure whose text is full of what Markdown takes for signs. */
export const randomPage = (random: Random): string =>
  many(random, 1, 5, () => block(random, 0)).join('\n')

const block = (random: Random, depth: number): string => {
  const kind = random.int(depth > 2 ? 5 : 10)
  switch (kind) {
    case 0:
      return `<h${1 + random.int(6)}>${inline(random, 0, false)}</h1>`.replace(
        /<h(\d)>([\s\S]*)<\/h1>/,
        '<h$1>$2</h$1>',
      )
    case 1:
      return '<hr>'
    case 2:
      return `<pre><code class="language-js">${escapeHtml(codeLines(random))}</code></pre>`
    case 5:
      return `<blockquote>${many(random, 1, 3, () => block(random, depth + 1)).join('')}</blockquote>`
    case 6:
      return list(random, depth, 'ul')
    case 7:
      return list(random, depth, 'ol')
    case 8:
      return table(random)
    default:
      return `<p>${inline(random, 0, true)}</p>`
  }
}

const list = (random: Random, depth: number, name: 'ul' | 'ol'): string => {
  const start = name === 'ol' && random.int(2) ? ` start="${random.int(120)}"` : ''
  const item = () => {
    const rest = random.int(3) ? '' : many(random, 1, 2, () => block(random, depth + 1)).join('')
    const text = inline(random, 0, true)
    return `<li>${random.int(3) ? text : `<p>${text}</p>`}${rest}</li>`
  }
  return `<${name}${start}>${many(random, 1, 4, item).join('\n')}</${name}>`
}

const table = (random: Random): string => {
  const width = 1 + random.int(4)
  const row = (cell: string) =>
    `<tr>${many(random, width, width, () => `<${cell}>${inline(random, 0, false)}</${cell}>`).join('')}</tr>`
  const rows = many(random, 1, 4, () => row('td')).join('')
  return `<table><thead>${row('th')}</thead><tbody>${rows}</tbody></table>`
}

const inline = (random: Random, depth: number, breaks: boolean): string => {
  const parts = many(random, 1, 6, () => piece(random, depth, breaks))
  return parts.join(random.int(2) ? ' ' : '')
}

const piece = (random: Random, depth: number, breaks: boolean): string => {
  const kind = random.int(depth > 2 ? 5 : 12)
  const wrap = (name: string) => `<${name}>${inline(random, depth + 1, false)}</${name}>`
  switch (kind) {
    case 5:
      return wrap('strong')
    case 6:
      return wrap('em')
    case 7:
      return wrap('del')
    case 8:
      return `<code>${escapeHtml(many(random, 1, 4, () => random.pick(words)).join(''))}</code>`
    case 9:
      return ` <a href="/l/${random.int(9)}(x)">${words[random.int(9)]}${inlineText(random)}</a> `
    case 10:
      return `<img src="/i/${random.int(9)}.png" alt="${escapeHtml(inlineText(random))}">`
    case 11:
      return breaks ? `a<br>${inlineText(random)}b` : 'c'
    default:
      return inlineText(random)
  }
}

const inlineText = (random: Random): string =>
  escapeHtml(many(random, 1, 6, () => random.pick(words)).join(random.int(3) ? ' ' : ''))

const codeLines = (random: Random): string =>
  many(
    random,
    1,
    4,
    () =>
      `${random.pick(['', '  ', '\t'])}x${many(random, 0, 4, () => random.pick(words)).join('')}`,
  ).join('\n')

const many = (random: Random, least: number, most: number, make: () => string): string[] =>
  Array.from({ length: least + random.int(most - least + 1) }, make)

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

const words = [
  'foo',
  'bar',
  'snake_case',
  'x',
  '42',
  '你好',
  'é',
  'مرحبا',
  'word',
  '*',
  '**',
  '***',
  '_',
  '__',
  '~',
  '~~',
  '`',
  '``',
  '[',
  ']',
  '(',
  ')',
  '](',
  '!',
  '![',
  '<',
  '>',
  '<div>',
  '</p>',
  '<!--',
  '&',
  '&amp;',
  '&#35;',
  '\\',
  '\\*',
  '#',
  '##',
  '-',
  '--',
  '---',
  '+',
  '1.',
  '2)',
  '|',
  '||',
  '=',
  '===',
  '$',
  '$5',
  ':',
  '[x]',
  '[ ]',
  '[^1]',
  '[a]:',
  '[a](b)',
  '。',
  '「',
  '」',
  '“',
  '🎉',
  '.',
  ',',
  '/',
  '"',
  "'",
  '>',
  '# a',
  '- b',
  '1. c',
  '> d',
  '\n',
  '    ',
  '~~~',
  '```',
  '|-|',
  ':-:',
] as const
