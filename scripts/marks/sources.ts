import vm from 'node:vm'
import { readOwners } from './owners.ts'
import { packages, readPackage } from './packages.ts'

/** A drawing as its package has it. `mono` drawings have no color of their own. */
export type Drawing = { svg: string; mono: boolean }

/**
 * What one package says about one brand: what it is called, where it lives, how it looks.
 * A package may know only one of the two: thesvg is read for addresses; logos, devicon and lobe for
 * drawings.
 */
export type Brand = {
  source: string
  slug: string
  title: string
  names: string[]
  url?: string
  light?: Drawing
  dark?: Drawing
  color?: string
  licence: string
  guidelines?: string
  origin?: string
  /** Raw text to recognise another package's drawing in, by its path data. */
  drawn?: string
}

export const readSources = (cacheDir: string) => ({
  simpleIcons: simpleIcons(readPackage(cacheDir, packages.simpleIcons)),
  svgl: svgl(readPackage(cacheDir, packages.svgl)),
  logos: [
    ...logos(readPackage(cacheDir, packages.logos)),
    ...devicon(readPackage(cacheDir, packages.devicon)),
    ...lobe(readPackage(cacheDir, packages.lobe)),
  ],
  coreUi: coreUi(readPackage(cacheDir, packages.coreUi)),
  owners: readOwners(cacheDir),
  theSvg: theSvg(readPackage(cacheDir, packages.theSvg)),
  thirdPartyWeb: thirdPartyWeb(readPackage(cacheDir, packages.thirdPartyWeb)),
})

export type Sources = ReturnType<typeof readSources>

type SimpleIcon = {
  title: string
  slug: string
  hex: string
  source: string
  guidelines?: string
  license?: { type: string; url?: string }
  aliases?: {
    aka?: string[]
    old?: string[]
    loc?: Record<string, string>
    dup?: { title: string }[]
  }
}

const simpleIcons = (files: Map<string, string>): Brand[] =>
  (JSON.parse(need(files, 'data/simple-icons.json')) as SimpleIcon[]).map(icon => ({
    source: packages.simpleIcons.name,
    slug: icon.slug,
    title: icon.title,
    names: [
      icon.title,
      icon.slug,
      ...(icon.aliases?.aka ?? []),
      ...(icon.aliases?.old ?? []),
      ...Object.values(icon.aliases?.loc ?? {}),
      ...(icon.aliases?.dup ?? []).map(other => other.title),
    ],
    url: icon.source,
    light: {
      svg: need(files, `icons/${icon.slug}.svg`).replace(/ role="img"|<title>.*?<\/title>/g, ''),
      mono: true,
    },
    color: `#${icon.hex.toLowerCase()}`,
    licence: icon.license?.type ?? 'CC0-1.0',
    ...(icon.guidelines && { guidelines: icon.guidelines }),
    ...(icon.license && { origin: icon.source }),
  }))

/**
 * svgl comes as React components: `const GitHubLight = props => React.createElement('svg', …)` and
 * `const GitHubUrl = "https://github.com"`. A `createElement` that writes markup gives the SVG back.
 */
const svgl = (files: Map<string, string>): Brand[] => {
  const code = need(files, 'dist/index.mjs')
    .replace(/^import .*$/m, '')
    .replace(/^export .*$/m, '')
  const consts = [...code.matchAll(/^const (\w+) = /gm)].map(match => match[1] ?? '')
  const exported = vm.runInNewContext(`${code};({${consts.join(',')}})`, {
    React: { createElement: markup },
  }) as Record<string, string | ((props: object) => string)>
  const draw = (name: string): Drawing | undefined => {
    const component = exported[name]
    return typeof component === 'function' ? { svg: component({}), mono: false } : undefined
  }
  return consts
    .filter(name => name.endsWith('Url') && typeof exported[name] === 'string')
    .flatMap(name => {
      const slug = name.replace(/Url$/, '')
      const light = draw(slug) ?? draw(`${slug}Light`)
      const dark = draw(slug) ? undefined : draw(`${slug}Dark`)
      if (!light) return []
      return {
        source: packages.svgl.name,
        slug,
        title: slug,
        names: [slug],
        url: String(exported[name]),
        light,
        ...(dark && { dark }),
        licence: 'MIT',
      }
    })
}

const markup = (tag: string, props: Record<string, unknown>, ...children: unknown[]): string => {
  const attributes = Object.entries(props ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => ` ${attributeName(name)}="${escapeXml(attributeValue(value))}"`)
  return `<${tag}${attributes.join('')}>${children.flat(9).join('')}</${tag}>`
}

/** React writes `strokeWidth` and `xlinkHref`; SVG keeps the capitals of a few names. */
const attributeName = (name: string) =>
  /^(viewBox|preserveAspectRatio|gradient(Units|Transform)|(clipPath|mask|maskContent|filter|pattern|patternContent|primitive)Units|patternTransform|spreadMethod|stdDeviation|baseFrequency|numOctaves|tableValues|colorInterpolationFilters)$/.test(
    name,
  )
    ? name.replace('colorInterpolationFilters', 'color-interpolation-filters')
    : name
        .replace(/^(xlink|xmlns|xml)(?=[A-Z])/, '$1:')
        .replace(/(?<!:)[A-Z]/g, capital => `-${capital.toLowerCase()}`)
        .replace(/:[A-Z]/, colon => colon.toLowerCase())
        .replace('class-name', 'class')

const attributeValue = (value: unknown): string =>
  typeof value === 'object'
    ? Object.entries(value as object)
        .map(([name, inner]) => `${attributeName(name)}:${inner}`)
        .join(';')
    : String(value)

const escapeXml = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

type IconSet = {
  width: number
  height: number
  icons: Record<
    string,
    { body: string; width?: number; height?: number; left?: number; top?: number }
  >
}

const drawings = (set: IconSet) =>
  Object.entries(set.icons).map(([slug, icon]) => {
    const box = [icon.left ?? 0, icon.top ?? 0, icon.width ?? set.width, icon.height ?? set.height]
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="${box.join(' ')}">${icon.body}</svg>`
    return { slug, svg }
  })

/** Names of this set end in `-icon` where the plain name is a wordmark: both are kept, by slug. */
const logos = (files: Map<string, string>): Brand[] =>
  drawings(JSON.parse(need(files, 'icons.json')) as IconSet).map(({ slug, svg }) => ({
    source: packages.logos.name,
    slug,
    title: slug.replace(/-icon$/, ''),
    names: [slug.replace(/-icon$/, '')],
    light: { svg, mono: false },
    licence: 'CC0-1.0',
  }))

/** Names that end in `-wordmark` are what they say. */
const devicon = (files: Map<string, string>): Brand[] =>
  drawings(JSON.parse(need(files, 'icons.json')) as IconSet)
    .filter(({ slug }) => !slug.endsWith('-wordmark'))
    .map(({ slug, svg }) => ({
      source: packages.devicon.name,
      slug,
      title: slug,
      names: [slug],
      light: { svg, mono: false },
      licence: 'MIT',
    }))

/** Only the colored symbols: the plain ones are the same in black, the others hold a name. */
const lobe = (files: Map<string, string>): Brand[] =>
  [...files].flatMap(([path, svg]) => {
    const [, name] = /^icons\/([\w-]+?)(?<!-brand|-text)-color\.svg$/.exec(path) ?? []
    if (name === undefined) return []
    return {
      source: packages.lobe.name,
      slug: `${name}-color`,
      title: name,
      names: [name],
      light: { svg: svg.replace(/<title>.*?<\/title>/, ''), mono: false },
      licence: 'MIT',
    }
  })

const coreUi = (files: Map<string, string>): Brand[] =>
  drawings(JSON.parse(need(files, 'icons.json')) as IconSet).map(({ slug, svg }) => ({
    source: packages.coreUi.name,
    slug,
    title: slug.replace(/^./, first => first.toUpperCase()),
    names: [slug],
    light: { svg, mono: true },
    licence: 'CC0-1.0',
  }))

/**
 * Only titles and addresses: this collection gathers drawings from many places, and the licence it
 * notes is often that of the collection it first read the name in, not that of the drawing.
 */
const theSvg = (files: Map<string, string>): Brand[] =>
  [...files]
    .filter(([path]) => /^dist\/[\w.-]+\.js$/.test(path) && !/\/(index|types)\.js$/.test(path))
    .flatMap(([, code]) => {
      const constant = (name: string): unknown =>
        JSON.parse(code.match(new RegExp(`^export const ${name} = (.*);$`, 'm'))?.[1] ?? 'null')
      const url = constant('url')
      const title = constant('title')
      const slug = constant('slug')
      if (typeof url !== 'string' || typeof title !== 'string' || typeof slug !== 'string')
        return []
      if (!url || slug.endsWith('-badge')) return []
      const aliases = (constant('aliases') ?? []) as string[]
      const names = [title, slug, ...aliases]
      return [
        { source: packages.theSvg.name, slug, title, names, url, licence: 'facts', drawn: code },
      ]
    })

const thirdPartyWeb = (files: Map<string, string>): Brand[] =>
  (
    JSON.parse(need(files, 'dist/entities-nostats.json')) as {
      name: string
      company?: string
      homepage?: string
    }[]
  ).flatMap(({ name, company, homepage }) =>
    homepage
      ? {
          source: packages.thirdPartyWeb.name,
          slug: name,
          title: name,
          names: company ? [name, company] : [name],
          url: homepage,
          licence: 'facts',
        }
      : [],
  )

const need = (files: Map<string, string>, path: string): string => {
  const text = files.get(path)
  if (text === undefined) throw new Error(`the package has no ${path}`)
  return text
}
