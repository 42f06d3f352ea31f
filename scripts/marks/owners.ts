import { type Package, readPackage } from './packages.ts'
import type { Brand } from './sources.ts'

/**
 * Marks that their owners publish themselves, each in a package of theirs under a free licence: the
 * best proof there is of a drawing and of the right to use it. `additions.txt` names their domains.
 */
export const readOwners = (cacheDir: string): Brand[] =>
  published.map(({ from, path, slug, title, licence, color, read, mono }) => {
    const text = readPackage(cacheDir, from).get(path)
    if (text === undefined) throw new Error(`${from.name} has no ${path}`)
    return {
      source: from.name,
      slug,
      title,
      names: [title],
      light: { svg: read(text), mono },
      ...(color && { color }),
      licence,
    }
  })

type Published = {
  from: Package
  path: string
  slug: string
  title: string
  licence: string
  /** Where the drawing has none, or only that of one page it is shown on. */
  color?: string
  mono: boolean
  read(text: string): string
}

const asItIs = (text: string) => text.slice(text.indexOf('<svg'))

const svg = (viewBox: string, shapes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${shapes}</svg>`

/** Shapes of a React component: `createElement("path", { d: "…", fill: "…" })`. */
const reactShapes = (text: string): string =>
  [...text.matchAll(/createElement\("(path|rect)", ([\s\S]*?)\}\)/g)]
    .map(([, tag, props = '']) => {
      const attributes = [...props.matchAll(/\b(d|fill|width|height): "([^"]*)"/g)]
      return `<${tag}${attributes.map(([, name, value]) => ` ${name}="${value?.replaceAll('\\r', '')}"`).join('')}/>`
    })
    .join('')

/** Their versions are pinned as those of the collections are. */
export const ownerPackages = {
  bbc: {
    name: '@bbc/psammead-assets',
    version: '3.3.0',
    integrity:
      'sha512-8LlX35PeKtgbxA21pAkZ2grp0QVMUaj0CCfuDKRZXmdqBaaJmaMeMhFHRmN7jEVRMVO+qGcyXLbTRivHZrgxAw==',
  },
  nature: {
    name: '@springernature/brand-context',
    version: '32.0.1',
    integrity:
      'sha512-aWuE9+yPIzxodHhSimYfLLwBnb4gOa1hMNGNkpNFYFRNxAQjNfxWtYCSN5glRuKYF1vh0hiQuyWvf4dO20US/g==',
  },
  reuters: {
    name: '@reuters-graphics/graphics-components',
    version: '3.4.1',
    integrity:
      'sha512-X0njv0X0mXrlBLCV/11ysJUnY6r+bnkQ1g8PZKAoJLtcSkXWmDpWCLWmUnEEeCikgoNMtgamwbH0KLut0yMHRw==',
  },
  theTimes: {
    name: '@times-components/icons',
    version: '2.23.14',
    integrity:
      'sha512-OmZyI9th7mnPEPMm+6OKx0lxpkObYXodLUIztQySK65CJ3gQghI3nfqft3lVejaOkdNFVDkAVGWakKPUaXQbgA==',
  },
  economist: {
    name: '@economist/component-icon',
    version: '5.19.0',
    integrity:
      'sha512-SXgKPOIprnEaPqsb2nmiCf7Y3sqwvGXx7Faa/l7b1R/qyGpoGxCvp4DsIDjiGs44tWHDcK1RtJcc2eGhkO/s7Q==',
  },
  wikimedia: {
    name: '@wikimedia/codex-icons',
    version: '2.7.0',
    integrity:
      'sha512-nORTIm6pkzJk0H+4TMZLMvrCDTc1rpbQ77hHfsA230Mxjs281Kz1p5JjEiUJuXrel/PiMsbnWLWCia5h0URpIA==',
  },
  yandex: {
    name: '@yandex/ui',
    version: '3.34.0',
    integrity:
      'sha512-XbF5XUOs4BzgLAkC7bfVaqhQVDEqLkjv0GxHCyrEdN1cQZSZgDk4sTqdRhxgCeHWPfNUxafDf9jQ79kZhNYvdQ==',
  },
} as const satisfies Record<string, Package>

const published: Published[] = [
  {
    from: ownerPackages.bbc,
    path: 'src/svgs/bbcBlocks.js',
    slug: 'bbcBlocks',
    title: 'BBC',
    licence: 'Apache-2.0',
    color: '#000000',
    mono: true,
    // Its grey is that of a page that is still loading.
    read: text =>
      asItIs(Buffer.from(/'([^']+)'/.exec(text)?.[1] ?? '', 'base64').toString('utf8')).replace(
        / fill="[^"]*"/g,
        '',
      ),
  },
  {
    from: ownerPackages.nature,
    path: 'nature/img/favicons/safari-pinned-tab.svg',
    slug: 'nature',
    title: 'Nature',
    licence: 'MIT',
    color: '#000000',
    mono: true,
    read: asItIs,
  },
  {
    from: ownerPackages.reuters,
    path: 'dist/components/KinesisLogo/KinesisLogo.svelte',
    slug: 'KinesisLogo',
    title: 'Reuters',
    licence: 'MIT',
    color: '#d64000',
    mono: true,
    read: text =>
      svg(
        /viewBox="([^"]+)"/.exec(text)?.[1] ?? '',
        [...text.matchAll(/ d="([^"]+)"/g)].map(([, d]) => `<path d="${d}"/>`).join(''),
      ),
  },
  {
    from: ownerPackages.theTimes,
    path: 'dist/icons/thetimes-logo.js',
    slug: 'thetimes-logo',
    title: 'The Times',
    licence: 'BSD-3-Clause',
    color: '#000000',
    mono: true,
    read: text => svg('0 0 20 20', `<path d="${/ d: "([^"]+)"/.exec(text)?.[1]}"/>`),
  },
  {
    from: ownerPackages.economist,
    path: 'lib/inline-icons/economist-small.js',
    slug: 'economist-small',
    title: 'The Economist',
    licence: 'MIT',
    color: '#e3120b',
    mono: false,
    read: text => svg('0 0 1024 1024', reactShapes(text)),
  },
  {
    from: ownerPackages.wikimedia,
    path: 'dist/images/logo-Wiktionary.svg',
    slug: 'logo-Wiktionary',
    title: 'Wiktionary',
    licence: 'MIT',
    color: '#000000',
    mono: true,
    read: asItIs,
  },
  {
    from: ownerPackages.wikimedia,
    path: 'dist/images/logo-Wikinews.svg',
    slug: 'logo-Wikinews',
    title: 'Wikinews',
    licence: 'MIT',
    color: '#000000',
    mono: true,
    read: asItIs,
  },
  {
    from: ownerPackages.yandex,
    path: 'src/Header/Logo/Logo.assets/rebrand/yandex-circle-ru.svg',
    slug: 'yandex-circle',
    title: 'Yandex',
    licence: 'MPL-2.0',
    color: '#fc3f1d',
    mono: false,
    read: asItIs,
  },
]
