import { ownerPackages } from './owners.ts'
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

These were published by the brands themselves:

- ${named(ownerPackages.bbc)}, Apache-2.0, copyright BBC
- ${named(ownerPackages.nature)}, MIT, copyright 2020 Springer Nature
- ${named(ownerPackages.reuters)}, MIT, copyright Reuters
- ${named(ownerPackages.theTimes)}, BSD-3-Clause, copyright 2017 News UK & Ireland Ltd
- ${named(ownerPackages.economist)}, MIT, copyright 2016 The Economist Newspaper Ltd
- ${named(ownerPackages.wikimedia)}, MIT, copyright 2011-2022 Wikimedia Design & OOUI team and other contributors
- ${named(ownerPackages.yandex)}, MPL-2.0 (https://mozilla.org/MPL/2.0/), copyright 2020 YANDEX LLC; the drawing
  in this repository is its source

These drawings are under a licence of their owner's choosing (as noted by simple-icons), and are
used under it:
`

const mitText = `MIT License, for svgl, svgl-react, devicon, lobe-icons and the packages named above:

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

BSD 3-Clause License, for @times-components/icons:

Redistribution and use in source and binary forms, with or without modification, are permitted
provided that the following conditions are met: redistributions of source code must retain the above
copyright notice, this list of conditions and the following disclaimer; redistributions in binary form
must reproduce the above copyright notice, this list of conditions and the following disclaimer in the
documentation and/or other materials provided with the distribution; neither the name of the copyright
holder nor the names of its contributors may be used to endorse or promote products derived from this
software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED
WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A
PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR
ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT
LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS
INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR
TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF
ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
`
