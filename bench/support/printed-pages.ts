/** A page to be printed, whose content is known: what a reader of the PDF should give back. */
export type PrintedPage = {
  html: string
  /** Blocks in reading order: a paragraph, an item, a heading. */
  blocks: string[]
  headings: string[]
  items: string[]
  tables: string[][][]
}

/** Words that a dictionary has, so that hyphens are put where printers put them. */
const words =
  'harbour lantern valley compass winter merchant orchard copper letter bridge garden captain river stone engine ticket candle mirror forest saddle pepper violin anchor basket ribbon thunder meadow pocket island feather morning village shadow silver market window kitchen journey theatre velocity government population temperature understanding international considerable development manufacturing relationship particularly'.split(
    ' ',
  )

/** Always the same pages for the same number. */
export const printedPage = (seed: number): PrintedPage => {
  let state = seed * 2_654_435_761 + 12_345
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const some = (count: number) => Array.from({ length: count }, () => pick(words)).join(' ')
  const sentence = (count: number) => {
    const text = some(count)
    const aside = random() < 0.15 ? `, pages ${pick(['737–9', '12–14', '201–8'])}` : ''
    return `${text[0]?.toUpperCase()}${text.slice(1)}${aside}.`
  }
  const paragraph = () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () =>
      sentence(8 + Math.floor(random() * 9)),
    ).join(' ')

  const page: PrintedPage = { html: '', blocks: [], headings: [], items: [], tables: [] }
  const parts: string[] = []
  const heading = (level: number) => {
    const text = some(2 + Math.floor(random() * 3)).replace(/^./, sign => sign.toUpperCase())
    page.blocks.push(text)
    page.headings.push(text)
    parts.push(`<h${level}>${text}</h${level}>`)
  }
  const prose = () => {
    const text = paragraph()
    page.blocks.push(text)
    parts.push(`<p>${text}</p>`)
  }
  const list = () => {
    const items = Array.from({ length: 3 + Math.floor(random() * 3) }, () =>
      sentence(3 + Math.floor(random() * 12)),
    )
    page.blocks.push(...items)
    page.items.push(...items)
    const name = pick(['ul', 'ol'])
    parts.push(`<${name}>${items.map(item => `<li>${item}</li>`).join('')}</${name}>`)
  }
  const table = () => {
    const columns = 2 + Math.floor(random() * 4)
    const cell = (column: number) =>
      column === 0
        ? some(1 + Math.floor(random() * 2))
        : pick([
            String(Math.floor(random() * 9_000)),
            `${(random() * 90).toFixed(1)} %`,
            pick(words),
          ])
    const rows = Array.from({ length: 4 + Math.floor(random() * 5) }, () =>
      Array.from({ length: columns }, (_, column) => cell(column)),
    )
    const head = Array.from({ length: columns }, () =>
      pick(words).replace(/^./, sign => sign.toUpperCase()),
    )
    page.tables.push([head, ...rows])
    page.blocks.push(...[head, ...rows].flat())
    const look = pick(['rules', 'plain', 'lines'])
    const row = (cells: string[], name: string) =>
      `<tr>${cells.map(text => `<${name}>${text}</${name}>`).join('')}</tr>`
    parts.push(
      `<table class="${look}">${row(head, 'th')}${rows.map(cells => row(cells, 'td')).join('')}</table>`,
    )
  }
  const isColumns = seed % 3 === 0
  heading(1)
  const count = 8 + Math.floor(random() * 8)
  for (let at = 0; at < count; at++) {
    const kind = random()
    if (kind < 0.2) heading(2)
    if (kind < 0.65) prose()
    else if (kind < 0.82) list()
    else if (!isColumns) table()
    else prose()
  }
  const font = pick(['serif', 'sans-serif', 'Liberation Serif', 'Lato'])
  const [title = '', ...rest] = parts
  const body = isColumns ? `${title}<div class="columns">${rest.join('')}</div>` : parts.join('')
  page.html = `<!doctype html><html lang="en"><style>
    body { font: ${pick([10, 11, 12])}pt/1.4 ${font.includes(' ') ? `'${font}'` : font}; margin: 0; ${random() < 0.5 ? 'text-align: justify; hyphens: auto;' : ''} }
    .columns { columns: 2; column-gap: 24pt }
    table { border-collapse: collapse; width: ${pick(['100%', 'auto'])}; margin: 8pt 0; text-align: left }
    td, th { padding: 3pt 10pt } .rules td, .rules th { border: 1px solid } .lines tr { border-bottom: 1px solid }
    h1 { font-size: 2em } h2 { font-size: 1.4em }</style><body>${body}`
  return page
}
