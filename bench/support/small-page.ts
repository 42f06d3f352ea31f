/* The page of 1.7 kB that batches are measured with. */

const words =
  'the page tells about a town by the river where people read many books in long evenings'.split(
    ' ',
  )
const sentence = (seed: number) =>
  `${Array.from({ length: 14 }, (_, n) => words[(seed * 7 + n * 3) % words.length]).join(' ')}.`
const paragraphs = (seed: number) =>
  Array.from(
    { length: 6 },
    (_, n) => `<p>${sentence(seed + n)} <a href="/${seed + n}">${seed + n}</a> ${sentence(n)}</p>`,
  ).join('\n')

export const smallPage = (
  seed: number,
) => `<!doctype html><html lang="en"><head><title>Page ${seed}</title>
</head><body><header><a href="/">Home</a></header><nav><ul><li><a href="/a">A</a></li>
<li><a href="/b">B</a></li></ul></nav><main><article><h1>Page ${seed}</h1>${paragraphs(seed)}
</article></main><footer><a href="/imprint">Imprint</a></footer></body></html>`
