import type { Entry } from './pack.ts'
import { packages } from './packages.ts'

/** What the licences of the marks ask to be said, for the project's NOTICE. */
export const notice = (entries: Entry[]): string => {
  const drawn = entries.flatMap(entry => [
    { title: entry.title, brand: entry.brand },
    ...(entry.darkBrand === entry.brand ? [] : [{ title: entry.title, brand: entry.darkBrand }]),
  ])
  const own = drawn
    .filter(({ brand }) => brand.origin && brand.licence !== 'CC0-1.0')
    .map(({ title, brand }) => `- ${title}: ${brand.licence}, ${brand.origin}`)
  return `${head}
${[...new Set(own)].sort().join('\n')}

${mitText}`
}

const named = ({ name, version }: { name: string; version: string }) => `${name} ${version}`

const head = `Curated brand marks
===================

The marks in src/products/images/marks are trademarks of their owners. Their presence says nothing about
any relation between the owners and this project. They identify the owners' own sites.

Drawings were taken from these collections and were recolored, reframed to a square and
minified:

- ${named(packages.simpleIcons)}, CC0 1.0, https://simpleicons.org
- ${named(packages.logos)} (gilbarbara/logos), CC0 1.0, https://github.com/gilbarbara/logos
- ${named(packages.coreUi)} (CoreUI Brands), CC0 1.0, https://coreui.io/icons
- ${named(packages.devicon)} (devicons/devicon), MIT, https://devicon.dev
- ${named(packages.lobe)} (lobehub/lobe-icons), MIT, https://icons.lobehub.com
- ${named(packages.svgl)} (pheralb/svgl), MIT, https://svgl.app

These drawings are under a licence of their owner's choosing (as noted by simple-icons), and are
used under it:
`

const mitText = `MIT License, for svgl, svgl-react, devicon and lobe-icons:

Copyright (c) 2022 Pablo Hernández
Copyright (c) 2025 Yen Cheng Lin
Copyright (c) 2015 konpa
Copyright (c) 2024 LobeHub

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`
