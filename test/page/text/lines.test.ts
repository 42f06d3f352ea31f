import { test } from 'node:test'
import { shownPage } from '../../../src/page/content/shown.ts'
import { parseHtml } from '../../../src/page/html/html.ts'
import { readNodes } from '../../../src/page/text/nodes.ts'
import type { PageNodes } from '../../../src/page/text/page-nodes.ts'
import { createRandom } from '../../support/random.ts'
import { digest } from '../../support/readings.ts'
import { reviewedPages } from '../../support/reviewed-pages.ts'

const table = (...rows: string[]) => `<table>${rows.map(row => `<tr>${row}</tr>`).join('')}</table>`
const cells = (text: string, tag = 'td', names = '') =>
  text
    .split(' | ')
    .map(cell => `<${tag}${names && ` class="${names}"`}>${cell}</${tag}>`)
    .join('')
const bold = (text: string) =>
  cells(text.replace(/[^|]+/g, part => `<b>${part.trim()}</b> `).trim())

const pages: Record<string, string> = {
  // Which cells name a cell.
  'a head row of one cell is none': table('<th>Only</th>', '<td>one</td>', '<td>two</td>'),
  'a head row of two': table(cells('A | B', 'th'), cells('1 | 2')),
  'a head row below the first': table(cells('x | y'), cells('A | B', 'th'), cells('1 | 2')),
  'a second row in the head': `<table><thead><tr>${cells('A | B')}</tr><tr>${cells('a | b')}</tr></thead><tr>${cells('1 | 2')}</tr></table>`,
  'short words over numbers': table(cells('HT | WT | AGE'), cells('6-5 | 212 | 32')),
  'short words over words': table(cells('HT | WT | AGE'), cells('tall | heavy | old')),
  'short words over half numbers': table(cells('HT | WT | AGE | Q'), cells('6 | x | 2 | y')),
  'two short words over numbers': table(cells('HT | WT'), cells('6-5 | 212')),
  'short words over fewer cells': table(cells('HT | WT | AGE'), cells('6-5 | 212')),
  'words with a colon over numbers': table(cells('HT: | WT | AGE'), cells('6-5 | 212 | 32')),
  'long words over numbers': table(
    cells('Height without any shoes on | WT | AGE'),
    cells('6-5 | 212 | 32'),
  ),
  'words deep in other elements over numbers': table(
    cells(`${'<i>'.repeat(14)}HT${'</i>'.repeat(14)} | WT | AGE`),
    cells('6-5 | 212 | 32'),
  ),
  'names and values in turn': table(
    cells('Open | 48.1 | Volume | 1,204'),
    cells('Low | 47 | High | 49'),
  ),
  'names and values in one row': table(cells('Open | 48.1 | Volume | 1,204')),
  'names and few numbers in turn': table(
    cells('Open | x | Volume | 1'),
    cells('Low | y | High | z'),
  ),
  'names with digits in turn': table(cells('Q1 | 48.1 | Q2 | 1,204'), cells('Q3 | 47 | Q4 | 49')),
  'three cells in turn': table(cells('Open | 48 | x'), cells('Low | 47 | y')),
  'forty-one rows of pairs': table(...Array.from({ length: 41 }, () => cells('a | 1 | b | 2'))),
  'a row of bold cells': table(bold('Size | Color | Price'), cells('L | red | 3')),
  'a row of two bold cells': table(bold('Size | Color'), cells('L | red')),
  'rows that are all bold': table(bold('Size | Color | Price'), bold('L | red | 3')),
  'bold cells in three boxes': table(
    cells('<p><i><b>Size</b></i></p> | <b>Color</b> | <b>Price</b>'),
    cells('L | red | 3'),
  ),
  'bold cells in four boxes': table(
    cells('<p><i><u><b>Size</b></u></i></p> | <b>Color</b> | <b>Price</b>'),
    cells('L | red | 3'),
  ),
  'a row that is called a head': `<table><tr class="col-head">${cells('x | y | z')}</tr><tr>${cells('1 | 2 | a')}</tr></table>`,
  'cells of a class': table(cells('Size | Color', 'td', 'key'), cells('L | red', 'td', 'val')),
  'cells of boxes of a class': table(
    cells('<p class=k>Size</p> | <p class=k>Color</p>'),
    cells('<p class=v>L</p> | <p class=v>red</p>'),
  ),
  'cells of which one has another class': table(
    '<td class=a>Size</td><td class=b>Color</td>',
    cells('L | red'),
  ),
  'a row with gaps': table(
    '<td class=h>Size</td><td></td><td class=h>Color</td>',
    '<td>L</td><td>red</td>',
  ),
  'a row with pictures between': table(
    '<td class=h>Size</td><td><img src=x><br></td><td class=h>Color</td>',
    '<td>L</td><td>red</td>',
  ),
  'a class that comes back two rows on': table(
    cells('a | b', 'td', 'x'),
    cells('1 | 2', 'td', 'y'),
    cells('c | d', 'td', 'x'),
  ),
  'a class below one that is like the next': table(
    cells('1 | 2', 'td', 'y'),
    cells('a | b', 'td', 'x'),
    cells('3 | 4', 'td', 'y'),
  ),
  'a th that names its row': table(
    '<th>Size</th><td>L</td><td>XL</td>',
    '<th>Color</th><td>red</td><td>blue</td>',
  ),
  'a label and its value': table(cells('Size | L'), cells('Color | red')),
  'three plain cells': table(cells('Size | L | XL'), cells('Color | red | blue')),
  'a cell that reaches down': table(
    '<td rowspan=2>Sizes</td><td>S</td>',
    '<td>M</td>',
    '<td>Other</td><td>x</td>',
  ),
  'a th that reaches down': table(
    '<th rowspan=2>Sizes</th><td>S</td><td>T</td>',
    '<td>M</td><td>N</td>',
  ),
  'heads over several columns': table('<th colspan=2>Both</th><th>One</th>', cells('1 | 2 | 3')),
  'a table without rows': '<table></table><p>after</p>',
  // Lines, and what stands in them.
  'a rule and a break part lines': '<p>a<br>b<hr>c</p>',
  'a choice is one line': '<select><option>S<option>M<option> </select><p>x',
  'a choice of one is none': '<select><option>S</select><p>x',
  'a choice of thirty': `<select>${'<option>x</option>'.repeat(30)}</select><p>y`,
  'a choice of thirty-one is none': `<select>${'<option>x</option>'.repeat(31)}</select><p>y`,
  'a long choice is none': `<select><option>${'a'.repeat(300)}<option>${'b'.repeat(98)}</select><p>y`,
  'boxes in a line read as words': '<p><span>Price</span><span>$39</span><span>now</span></p>',
  'boxes behind a digit read as one': '<p><span>3</span><span>Rooms</span></p>',
  'an icon between words': '<p>a<i class="icon"></i>b<svg></svg>, c</p>',
  'lines of code': '<pre>one\n  two\n\nthree</pre>',
  'elements of its own making are boxes': '<p-card>a</p-card><p-card>b</p-card>',
  'a term and its definitions': '<dl><dt>A<dd>1<dd>2<dt>B<dd>3</dl><dl><dd>4</dl><p>5',
  'headings above a line':
    '<h2>A</h2><p>1</p><h3>B</h3><p>2</p><h2>C</h2><p>3</p><h1>D</h1><p>4</p>',
  'headings by role':
    '<div role=heading aria-level=3>A</div><div role=heading>B</div><div role=heading aria-level=9>C</div><div role=heading aria-level=0>D</div><div role=heading aria-level=2.7>E</div>',
  'a heading with boxes in it':
    '<h2><div><p>A</p></div></h2><h2><div><div><p>B</p></div></div></h2>',
  'parts of a page':
    '<header>a</header><nav>b</nav><aside>c</aside><main>d</main><footer>e</footer><div role=navigation>f</div><div role=banner>g</div><div role=contentinfo>h</div><div role=complementary>i</div><div role=main>j</div>k',
  'a header deep inside is no part': `${'<div>'.repeat(4)}<header>a</header>${'<div>'.repeat(3)}<header>b</header><footer>c</footer>`,
  links:
    '<p>a <a href="/x">b <b>c</b></a> <a>d</a> <a href="javascript:x">e</a> <a href="/y"></a>f</p>',
  pictures:
    '<p>a</p><img src="/a.png" alt="  A   picture "><input type=image src="/b.png"><input type=text src="/c.png"><img alt=x><p>b</p>',
  'cells with a silent label': table('<td aria-label="yes"></td><td>b</td>'),
  'items of lists': '<ul><li>a<ul><li>b</ul><li>c</ul>d',
  'what is hidden': '<p hidden>a</p><p style="display:none">b</p><script>c</script><p>d</p>',
  'what is for readers without scripts':
    '<noscript><p>Please switch it on to read all of this.</p></noscript><p>a</p>',
  'a page that is for readers without scripts':
    '<noscript><p>All the words of the page are in here, and there are many of them.</p><p>And more.</p></noscript><p>a</p>',
  'a page of nothing but a plea': '<body><noscript>Please enable JavaScript.</noscript>',
  'a title and a language': '<html lang=" de "><title> A   title </title><p>a',
}

/** A line: what it says, and all that is known of where it stands. */
const show = ({ nodes, tables, links, images, title, language }: PageNodes) => ({
  ...(title && { title, language }),
  lines: nodes.map(({ text, level, headings, region, term, cell, item, pieces }) => {
    const heads = cell && tables.get(cell)
    const textOf = (head: unknown) => nodes.find(one => one.cell === head)?.text
    const known = {
      level,
      below: headings.join('>'),
      region: region === 'main' ? '' : region,
      term,
      row: heads?.row && textOf(heads.row),
      column: heads?.column && textOf(heads.column),
      item: item && 'li',
      pieces: pieces.length > 1 ? pieces.map(({ start }) => start).join() : '',
      link: pieces.map(({ link = '' }) => link).join(''),
    }
    const said = Object.entries(known).flatMap(([name, value]) => (value ? `${name} ${value}` : []))
    return [text, ...said].join(' · ')
  }),
  ...(links.length > 0 && {
    links: links.map(({ url, text, after }) => `${url} ${text} ${after}`),
  }),
  ...(images.length > 0 && {
    images: images.map(({ url, alt, after }) => `${url} ${alt} ${after}`),
  }),
})

const read = (html: string, url: string) => readNodes(shownPage(parseHtml(html)), { url })

/**
 * After a change on purpose:
 * npx node --test --test-update-snapshots test/page/text/lines.test.ts
 */
test('the lines of small pages, and what stands around each', t => {
  const shown = Object.entries(pages).map(([name, html]) => [
    name,
    show(read(html, 'https://a.example/b')),
  ])
  t.assert.fileSnapshot(Object.fromEntries(shown), 'test/fixtures/text-lines.json')
})

/** Cells of few kinds in few rows: most of what makes a head comes together somewhere. */
const randomTable = (seed: number): string => {
  const random = createRandom(seed)
  const width = 2 + random.int(3)
  const words = [
    'Size',
    'Color',
    'HT',
    '6-5',
    '212',
    'red',
    '',
    'Open',
    '48.1',
    'a longer text',
    '<b>Bold</b>',
    '<img src=x>',
  ]
  const row = () => {
    const [tag, name] = [
      random.pick(['td', 'td', 'td', 'th']),
      random.pick(['', '', 'x', 'y', 'label']),
    ]
    const own = random.pick(['', '', ' class=head', ' class=odd'])
    const all = Array.from({ length: width - (random.int(5) === 0 ? 1 : 0) }, () => {
      const span = random.pick(['', '', '', '', ' colspan=2', ' rowspan=2'])
      return `<${tag}${name && ` class=${name}`}${span}>${random.pick(words)}</${tag}>`
    })
    return `<tr${own}>${all.join('')}</tr>`
  }
  const rows = Array.from({ length: 2 + random.int(4) }, row)
  return `<table>${random.int(4) === 0 ? `<thead>${rows.shift()}</thead>` : ''}${rows.join('')}</table>`
}

test('the lines of tables drawn at random', t => {
  const shown = Array.from({ length: 150 }, (_, seed) => {
    const html = randomTable(seed)
    return `${html.replace(/<\/?t(?:able|r)>|<\/t[dh]>/g, '').slice(0, 50)} ${digest(show(read(html, 'https://a.example/b')))}`
  })
  t.assert.fileSnapshot(shown, 'test/fixtures/text-tables.json')
})

test('the lines of whole pages, counted', t => {
  const shown = reviewedPages().map(({ name, html, url }) => {
    const page = read(html, url)
    const { nodes, tables } = page
    const heads = [...tables.values()]
    const count = (list: readonly unknown[]) => list.filter(Boolean).length
    return [
      name,
      [
        `${nodes.length} lines of ${nodes.reduce((sum, { text }) => sum + text.length, 0)} characters`,
        `${nodes.reduce((sum, { pieces }) => sum + pieces.length, 0)} pieces`,
        `${count(nodes.map(({ level }) => level))} headings`,
        `${nodes.reduce((sum, { headings }) => sum + headings.length, 0)} times above a line`,
        `${count(nodes.map(({ region }) => region !== 'main'))} lines around the content`,
        `${count(nodes.map(({ term }) => term))} definitions`,
        `${count(heads.map(({ row }) => row))} and ${count(heads.map(({ column }) => column))} cells with heads`,
        `${count(nodes.map(({ item }) => item))} in lists`,
        `${page.links.length} links, ${page.images.length} images`,
      ].join(', '),
    ]
  })
  t.assert.fileSnapshot(Object.fromEntries(shown), 'test/fixtures/text-pages.json')
})
