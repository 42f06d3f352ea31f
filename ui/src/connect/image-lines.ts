import type { ReadyLine } from './ready-lines.ts'

/** How an image is put into a page, a program and a mail: with this server's address and a key. */
export const imageLines = (
  imageUrl: string,
  publishableKey: string,
  domain = 'github.com',
): ReadyLine[] => {
  const address = (query: string) => `${imageUrl}/${domain}?token=${publishableKey}${query}`
  const end = `width="64" height="64" alt="${domain}"`
  return [
    {
      client: 'HTML',
      note: 'In any web page.',
      text: `<img src="${address('&size=64')}" ${end}>`,
    },
    {
      client: 'Dark mode',
      note: 'Follows the reader’s light or dark mode, without a script.',
      text: [
        '<picture>',
        `  <source media="(prefers-color-scheme: dark)" srcset="${address('&size=64&theme=dark')}">`,
        `  <img src="${address('&size=64')}" ${end}>`,
        '</picture>',
      ].join('\n'),
    },
    {
      client: 'Retina',
      note: 'Twice the pixels for high-density screens. An SVG does not need it.',
      text: [
        `<img src="${address('&size=64')}"`,
        `  srcset="${address('&size=64&retina=true')} 2x"`,
        `  ${end}>`,
      ].join('\n'),
    },
    {
      client: 'React',
      note: 'Both at once. Build the package with `npm pack` in the folder client/.',
      text: [
        "import { SiteIcon } from 'siteray/react'",
        '',
        `<SiteIcon domain="${domain}" url="${imageUrl}" token="${publishableKey}" size={64} />`,
      ].join('\n'),
    },
    {
      client: 'Mail and PDF',
      note: 'Mail clients show no SVG: raster=true is always a PNG.',
      text: `<img src="${address('&size=64&retina=true&raster=true')}" ${end}>`,
    },
    {
      client: 'curl',
      note: 'Saves the icon as a PNG.',
      text: `curl -o icon.png "${address('&size=256&raster=true')}"`,
    },
    {
      client: 'TypeScript',
      note: 'X-Image-Source says where the image comes from.',
      text: [
        `const answer = await fetch('${address('&size=64')}')`,
        'const image = await answer.blob()',
        "const source = answer.headers.get('x-image-source')",
      ].join('\n'),
    },
  ]
}
