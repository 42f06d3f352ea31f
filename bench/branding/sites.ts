import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compile } from 'tailwindcss'
import type { Reply, SimulatedWeb, WebRequest } from '../../test/support/simulated-web.ts'
import { installPackages } from '../support/packages.ts'
import type { Painter } from './chromium.ts'
import { logoFile, partnerFile, withoutTags, writePage } from './pages.ts'
import { packages, type Theme } from './themes.ts'
import type { Tier } from './tiers.ts'

/** One question: the page as anybody sees it, and its tagged twin that only Chromium is shown. */
export type Visit = {
  name: string
  theme: string
  url: string
  twinUrl: string
  scheme: 'light' | 'dark'
}

const modules = () => join(installPackages('branding', packages), 'node_modules')

type Deps = { web: SimulatedWeb; painter: Painter }

/** Puts a theme's pages of one tier on the web; none where the theme has no such side. */
export const serveTheme = async (
  deps: Deps,
  theme: Theme,
  tier: Tier,
  index: number,
): Promise<Visit[]> => {
  if (tier === 'clean') return [await serve(deps, theme, 'clean', {})]
  if (tier === 'noisy')
    return [
      await serve(deps, theme, 'noisy', { noise: index % 2 === 0 ? 'dismissable' : 'stubborn' }),
    ]
  if (tier === 'obfuscated') return [await serveObfuscated(deps, theme)]
  const visits: Visit[] = []
  const both = theme.family.tailwind && !darkDaisy.has(theme.name)
  if (theme.family.dark || both)
    visits.push(await serve(deps, theme, 'dark', { dark: true, index }))
  if (theme.family.followsPreference || both) {
    const visit = await serve(deps, theme, 'preference', { index })
    visits.push({ ...visit, scheme: 'dark' })
  }
  return visits
}

type Variant = { dark?: boolean; noise?: 'dismissable' | 'stubborn'; index?: number }

const serve = async (
  deps: Deps,
  theme: Theme,
  variant: string,
  options: Variant,
): Promise<Visit> => {
  const { family } = theme
  const night = nights[(options.index ?? 0) % nights.length] ?? ''
  const page = { theme, css: cssOf(theme), ...options }
  const tailwind = family.tailwind
    ? await buildTailwind(theme, writePage({ ...page, noise: 'stubborn' }), variant, night)
    : ''
  const themed =
    family.tailwind && options.dark
      ? { ...theme, family: { ...family, dark: { html: `data-theme="${night}"` } } }
      : theme
  const tagged = writePage({ ...page, theme: themed })
  return publish(deps, theme, variant, tagged, { '/assets/site.css': tailwind })
}

const serveObfuscated = async (deps: Deps, theme: Theme): Promise<Visit> => {
  const clean = await serve(deps, theme, 'origin', {})
  const { html, css } = await deps.painter.obfuscate(clean.twinUrl)
  return publish(deps, theme, 'obfuscated', html, { '/_next/static/css/8f2c1d.css': css })
}

const publish = (
  { web }: Deps,
  theme: Theme,
  variant: string,
  tagged: string,
  sheets: Record<string, string>,
): Visit => {
  const [host, twin] = [`${theme.id}.${variant}.test`, `${theme.id}.${variant}-twin.test`]
  web.site(host, request => reply(request, withoutTags(tagged), sheets))
  web.site(twin, request => reply(request, tagged, sheets))
  const name = variant === 'clean' ? theme.id : `${theme.id} (${variant})`
  const urls = { url: `http://${host}/`, twinUrl: `http://${twin}/` }
  return { name, theme: theme.id, ...urls, scheme: 'light' }
}

const partnerFills = ['#e11d48', '#7c3aed', '#0891b2', '#ca8a04']

const reply = ({ path }: WebRequest, page: string, sheets: Record<string, string>): Reply => {
  const sheet = sheets[path]
  if (sheet !== undefined) return file(sheet, '.css')
  if (path === '/') return page
  if (path === '/images/logo.svg' || path === '/favicon.svg') return file(logoFile, '.svg')
  const partner = /^\/images\/partner-(\d)\.svg$/.exec(path)?.[1]
  if (partner) return file(partnerFile(partnerFills[Number(partner) - 1] ?? ''), '.svg')
  const vendor = /^\/vendor\/([\w@./-]+)$/.exec(path)?.[1]
  const at = vendor && !vendor.includes('..') ? join(modules(), vendor) : ''
  return at && existsSync(at)
    ? file(readFileSync(at), extname(at))
    : { status: 404, body: 'Not found' }
}

const types: Record<string, string> = {
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
}

const file = (body: string | Buffer, extension: string): Reply => ({
  headers: { 'content-type': types[extension] ?? 'application/octet-stream' },
  body,
})

const cssOf = ({ family }: Theme): string[] =>
  family.tailwind ? ['/assets/site.css'] : family.css.map(path => `/vendor/${path}`)

const nights = ['night', 'dracula', 'coffee', 'business']
const darkDaisy = new Set([...nights, 'synthwave', 'luxury', 'black', 'dark'])

/** What a build of the site would make: only the classes of the page, the theme, and its night. */
const buildTailwind = async (
  { name }: Theme,
  html: string,
  variant: string,
  night: string,
): Promise<string> => {
  const second =
    variant === 'dark' ? `, ${night}` : variant === 'preference' ? `, ${night} --prefersdark` : ''
  const source = `@import "tailwindcss"; @plugin "daisyui" { themes: ${name} --default${second}; logs: false; }`
  const root = modules()
  const { build } = await compile(source, {
    base: root,
    async loadStylesheet(id) {
      const path = join(root, id === 'tailwindcss' ? 'tailwindcss/index.css' : id)
      return { path, base: dirname(path), content: await readFile(path, 'utf8') }
    },
    async loadModule(id) {
      const path = join(root, id, 'index.js')
      const module = (await import(pathToFileURL(path).href)).default
      return { path, base: dirname(path), module }
    },
  })
  const classes = [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  return build(classes)
}
