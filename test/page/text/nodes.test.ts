import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shownPage } from '../../../src/page/content/shown.ts'
import { parseHtml } from '../../../src/page/html/html.ts'
import { readNodes } from '../../../src/page/text/nodes.ts'

const read = (html: string) =>
  readNodes(shownPage(parseHtml(html)), { url: 'https://shop.example/a/b' })
const texts = (html: string) => read(html).nodes.map(node => node.text)

/** What heads the column of each line, by its text. */
const columnHeads = (html: string) => {
  const { nodes, tables } = read(html)
  return nodes.map(({ cell }) => {
    const head = cell && tables.get(cell)?.column
    return head && nodes.find(node => node.cell === head)?.text
  })
}

describe('the lines of a page', () => {
  it('an inline run is one line, a block or a line break starts another', () => {
    assert.deepEqual(texts('<p>One <b>two</b> three</p><div>four<br>five</div>'), [
      'One two three',
      'four',
      'five',
    ])
  })

  it('an icon between two words keeps them apart', () => {
    assert.deepEqual(
      texts('<p>7/9/05<i class="at" aria-hidden="true"></i>7:57 PM<svg></svg>, a</p>'),
      ['7/9/05 7:57 PM, a'],
    )
  })

  it('only what stands in a link leads where the link leads', () => {
    const { nodes } = read(
      '<p>See <a href="/x">this</a> first</p><p>and <a>that</a></p><p>More</p>',
    )
    assert.deepEqual(
      nodes.flatMap(({ pieces }) => pieces.map(({ text, link }) => [text.trim(), link])),
      [
        ['See', undefined],
        ['this', 'https://shop.example/x'],
        ['first', undefined],
        ['and', undefined],
        ['that', undefined],
        ['More', undefined],
      ],
    )
  })

  it('a table of one column has a head too', () => {
    assert.deepEqual(
      columnHeads(
        '<table><thead><tr><td>Parts</td></tr></thead><tr><td>Bulb</td></tr><tr><td>Cord</td></tr></table>',
      ),
      [undefined, 'Parts', 'Parts'],
    )
  })

  it('stripes are no heads, unless their class says that they are labels', () => {
    const row = (name: string, ...cells: string[]) =>
      `<tr>${cells.map(cell => `<td class="${name}">${cell}</td>`).join('')}</tr>`
    const headOf = (odd: string, even: string) =>
      columnHeads(
        `<table>${row(odd, 'Size', 'Color')}${row(even, 'Large', 'Red')}${row(odd, 'Price', 'Stock')}${row(even, 'Low', 'Much')}</table>`,
      )
    const none = Array(8).fill(undefined)
    assert.deepEqual(headOf('odd', 'even'), none)
    const [no, ...heads] = [undefined, 'Size', 'Color', 'Price', 'Stock']
    const [size, color, price, stock] = heads
    assert.deepEqual(headOf('label', 'value'), [no, no, size, color, no, no, price, stock])
    assert.deepEqual(headOf('label a', 'label b'), none)
  })

  it('lines are numbered from 1 and name the headings above them', () => {
    const { nodes } = read('<h1>Lamp</h1><p>a</p><h2>Size</h2><p>b</p><h2>Price</h2><p>c</p>')
    assert.deepEqual(
      nodes.map(node => node.id),
      [1, 2, 3, 4, 5, 6],
    )
    assert.deepEqual(
      nodes.map(node => node.headings),
      [[], [1], [1], [1, 3], [1], [1, 5]],
    )
    assert.equal(nodes[0]?.level, 1)
  })

  it('a table cell names its row and column heads', () => {
    const page = read(
      '<table><thead><tr><th>Model</th><th>Weight</th></tr></thead><tbody><tr><th>A1</th><td>3 kg</td></tr></tbody></table>',
    )
    const cell = page.nodes.find(node => node.text === '3 kg')?.cell
    assert.ok(cell)
    const heads = page.tables.get(cell)
    const textOf = (element: unknown) => page.nodes.find(node => node.cell === element)?.text
    assert.equal(textOf(heads?.row), 'A1')
    assert.equal(textOf(heads?.column), 'Weight')
  })

  it('heads reach over the rows and columns that they span', () => {
    const page = read(
      `<table><tr></tr><tr><th>Model</th><th colspan="2">Weight</th><th>Price</th></tr>
      <tr><th rowspan="2">A1</th><td>3 kg</td><td>4 kg</td><td>$5</td></tr>
      <tr><td>6 kg</td><td>7 kg</td><td>$8</td></tr></table>
      <table><tr><td rowspan="2">Sizes</td><td>S</td></tr><tr><td>M</td></tr></table>
      <table><tr><td rowspan="2">Photo</td><td>Color</td><td>Red</td></tr><tr><td>Shape</td><td>Round</td></tr></table>`,
    )
    const textOf = (element: unknown) => page.nodes.find(node => node.cell === element)?.text
    const headsOf = (text: string) => {
      const cell = page.nodes.find(node => node.text === text)?.cell
      const heads = cell && page.tables.get(cell)
      return [textOf(heads?.row), textOf(heads?.column)]
    }
    assert.deepEqual(headsOf('4 kg'), ['A1', 'Weight'])
    assert.deepEqual(headsOf('6 kg'), ['A1', 'Weight'])
    assert.deepEqual(headsOf('$8'), ['A1', 'Price'])
    assert.deepEqual(headsOf('A1'), [undefined, 'Model'])
    assert.deepEqual(headsOf('M'), ['Sizes', undefined])
    assert.deepEqual(headsOf('Round'), ['Shape', undefined])
  })

  it('a definition names its term', () => {
    const { nodes } = read('<dl><dt>Color</dt><dd>Red</dd><dt>Size</dt><dd>L</dd></dl>')
    assert.equal(nodes.find(node => node.text === 'L')?.term, 3)
  })

  it('a definition without a term takes none from the list before', () => {
    const { nodes } = read('<dl><dt>Color</dt><dd>Red</dd></dl><dl><dd>L</dd></dl>')
    assert.equal(nodes.find(node => node.text === 'Red')?.term, 1)
    assert.equal(nodes.find(node => node.text === 'L')?.term, undefined)
  })

  it('links and images are absolute, also under a base', () => {
    const page = read(
      '<base href="/x/"><a href="y">go</a><img src="z.png" alt="A z"><img data-src="/lazy.jpg" src="data:,">',
    )
    assert.equal(page.links[0]?.url, 'https://shop.example/x/y')
    assert.deepEqual(
      page.images.map(image => image.url),
      ['https://shop.example/x/z.png', 'https://shop.example/lazy.jpg'],
    )
    assert.equal(page.nodes[0]?.pieces[0]?.link, 'https://shop.example/x/y')
  })

  it('an image is the one that is meant, as the page writes it', () => {
    const { images } = read(
      '<img src="/blank.gif" srcset="/a.jpg 1x, /b.jpg 2x"><img data-echo=" /c.jpg " src="/lazy.gif"><img src="">',
    )
    assert.deepEqual(
      images.map(({ url, written }) => [url, written]),
      [
        ['https://shop.example/b.jpg', '/b.jpg'],
        ['https://shop.example/c.jpg', '/c.jpg'],
      ],
    )
  })

  it('scripts never become addresses', () => {
    assert.deepEqual(
      read('<a href="javascript:alert(1)">x</a><img src="data:image/png;base64,aa">').links,
      [],
    )
  })

  it('label and value in neighbouring spans do not run together, price parts do', () => {
    assert.deepEqual(texts('<p><span>Price</span><span>$39</span><span>.99</span></p>'), [
      'Price $39.99',
    ])
  })
})

describe('what no reader sees', () => {
  const hidden = [
    '<p hidden>BAD</p>',
    '<p style="display:none">BAD</p>',
    '<p style="DISPLAY : none !important">BAD</p>',
    '<p style="visibility:hidden">BAD</p>',
    '<p style="opacity:0">BAD</p>',
    '<p style="opacity:0.01">BAD</p>',
    '<p style="font-size:0">BAD</p>',
    '<p style="font-size:1px">BAD</p>',
    '<p style="position:absolute;left:-9999px">BAD</p>',
    '<p style="position:fixed;top:-100em">BAD</p>',
    '<p style="text-indent:-9999px">BAD</p>',
    '<p style="width:0;overflow:hidden">BAD</p>',
    '<p style="height:1px;overflow:hidden">BAD</p>',
    '<p style="clip:rect(0,0,0,0);position:absolute">BAD</p>',
    '<p style="clip-path:inset(100%)">BAD</p>',
    '<p style="transform:scale(0)">BAD</p>',
    '<p style="color:transparent">BAD</p>',
    '<p style="color:#fff;background:#ffffff">BAD</p>',
    '<p style="color:white;background-color:rgb(255, 255, 255)">BAD</p>',
    '<template><p>BAD</p></template>',
    '<!-- BAD -->',
    '<script>BAD</script>',
    '<style>BAD</style>',
    '<noscript>BAD</noscript>',
    '<textarea>BAD</textarea>',
    '<dialog>BAD</dialog>',
    '<input type="hidden" value="BAD">',
    '<svg><text>BAD</text></svg>',
    '<style>.x{display:none}</style><p class="x">BAD</p>',
    '<style>#y{position:absolute;left:-5000px}</style><p id="y">BAD</p>',
    '<p style="/* x */display:none">BAD</p>',
    '<p style="font-size:0.1em">BAD</p>',
    '<p style="font:0/0 a">BAD</p>',
    '<p style="position:relative;left:-9999px">BAD</p>',
    '<p style="position:absolute;inset:auto auto auto -9999px">BAD</p>',
    '<p style="scale:0">BAD</p>',
    '<p style="translate:-9999px">BAD</p>',
    '<p style="block-size:0;overflow:hidden">BAD</p>',
    '<p style="clip-path:polygon(0 0, 0 0, 0 0)">BAD</p>',
    '<p style="color:#fefefe;background:#fff">BAD</p>',
    '<p style="color:hsl(0, 0%, 100%);background:white">BAD</p>',
    '<p style="color:rgb(0 0 0 / 0)">BAD</p>',
    '<p style="color:white">BAD</p>',
    '<meter value="1">BAD</meter>',
    '<style>p.x{display:none}</style><p class="x">BAD</p>',
    '<style>.box > .x:not(.y){display:none}</style><div class="box"><p class="x">BAD</p></div>',
    '<style>div[data-k]{visibility:hidden}</style><div data-k="1">BAD</div>',
    '<style>@media screen{.x{display:none}}</style><p class="x">BAD</p>',
    '<style>@layer a{.x{display:none}}</style><p class="x">BAD</p>',
    '<iframe>BAD</iframe>',
    '<div style="display:none"><div><p>BAD</p></div></div>',
    '<p aria-hidden="true">BAD</p>',
  ]
  for (const html of hidden)
    it(`is left out: ${html.slice(0, 70)}`, () => {
      assert.deepEqual(texts(`<body>${html}<p>good</p>`), ['good'])
    })

  it('a page that fades in, a menu class that another rule opens, and aria-hidden around the article stay', () => {
    assert.deepEqual(texts('<body style="opacity:0"><p>a</p>'), ['a'])
    assert.deepEqual(
      texts('<style>.tab{display:none}.tab.on{display:block}</style><p class="tab on">a</p>'),
      ['a'],
    )
    assert.deepEqual(texts('<div aria-hidden="true"><h1>Title</h1></div>'), ['Title'])
    assert.deepEqual(texts('<p hidden="until-found">a</p>'), ['a'])
    for (const shown of [
      '<style>.pane{display:none}.pane.active{display:block}</style><p class="pane">a</p>',
      '<style>@media (max-width:600px){.x{display:none}}</style><p class="x">a</p>',
      '<link rel="stylesheet" href="/dark.css"><p style="color:#fff">a</p>',
      '<div style="background:#111"><p style="color:#fff">a</p></div>',
      '<p style="color:transparent;background:linear-gradient(red,blue);background-clip:text">a</p>',
    ])
      assert.deepEqual(texts(shown), ['a'], shown)
  })

  it('invisible characters go, joiners of other scripts stay', () => {
    const tags = String.fromCodePoint(0xe0049, 0xe0067, 0xe006e)
    assert.deepEqual(texts(`<p>pri\u200bce\u2060 ${tags}5\u202e</p>`), ['price 5'])
    assert.deepEqual(texts('<p>می\u200cخواهم</p>'), ['می\u200cخواهم'])
    assert.deepEqual(texts('<p>🤷‍♂\ufe0f 1\ufe0f\u20e3 a\ufe0f❤\ufe0f\ufe0f\ufe0e</p>'), [
      '🤷‍♂\ufe0f 1\ufe0f\u20e3 a❤\ufe0f',
    ])
  })

  it('the text for readers without scripts is the page where it is longer than the rest', () => {
    const topic = `<h1>Opening hours</h1><p>We open at nine.</p><p>${'More about it. '.repeat(20)}</p>`
    const [first, second] = texts(`<div id="app">Loading</div><noscript>${topic}</noscript>`).slice(
      1,
    )
    assert.deepEqual([first, second], ['Opening hours', 'We open at nine.'])
    assert.deepEqual(texts(`${topic}<noscript><p>Planted.</p></noscript>`).length, 3)
    assert.deepEqual(texts('<p>a</p><noscript>Please enable JavaScript to go on.</noscript>'), [
      'a',
    ])
  })

  it('an icon in a cell says yes or no, by its label or by its name', () => {
    const row = (cell: string) => texts(`<table><tr><td>Maps</td><td>${cell}</td></tr></table>`)
    for (const [cell, says] of [
      ['<img src="/icons/tick.png" alt="">', '✓'],
      ['<img src="/icons/icon-cross.svg?v=2" alt="">', '✗'],
      ['<i class="fa fa-check"></i>', '✓'],
      ['<span title="Not included"></span>', 'Not included'],
    ] as const)
      assert.deepEqual(row(cell), ['Maps', says], cell)
    assert.deepEqual(row('<img src="/tick.png" alt="Acme">'), ['Maps'])
    assert.deepEqual(row('<img src="/notes/checkout.png" alt="">'), ['Maps'])
  })

  it('the words of a link whose label repeats them are read', () => {
    const link = '<a href="/x" aria-label="Workday"><span aria-hidden="true">Workday</span></a>'
    assert.deepEqual(texts(`<p>${link}</p>`), ['Workday'])
  })

  it('what a reader can open or choose is read, what is put away is not', () => {
    assert.deepEqual(
      texts('<button aria-controls="more">More</button><p id="more" hidden>Open till nine.</p>'),
      ['More', 'Open till nine.'],
    )
    assert.deepEqual(texts('<p>a</p><p hidden>BAD</p>'), ['a'])
    const options = (count: number) =>
      Array.from({ length: count }, (_, nth) => `<option>Size ${nth + 1}</option>`).join('')
    assert.deepEqual(texts(`<p>a</p><select>${options(3)}</select>`), [
      'a',
      'Size 1 | Size 2 | Size 3',
    ])
    assert.deepEqual(texts(`<p>a</p><select>${options(200)}</select>`), ['a'])
  })
})
